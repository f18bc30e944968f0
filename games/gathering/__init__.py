"""Appointments, the bell and the queue: how people come to sit at one table at one time."""
