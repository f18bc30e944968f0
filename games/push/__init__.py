"""Browser notifications by Web Push: recipients, contents and encryption.

This app is above all others: it reads tables and fixtures, and no app imports it.
"""
