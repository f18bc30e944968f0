"""Browser notifications by Web Push: to whom, about what, and how they are encrypted.

This app stands above all others: it reads tables and fixtures, and no app imports it.
"""
