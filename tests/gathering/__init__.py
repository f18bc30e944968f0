"""Tests of appointments, the bell and the queue."""
