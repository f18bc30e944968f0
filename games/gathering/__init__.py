"""Appointments, the bell and the queue, which bring people together at a table."""
