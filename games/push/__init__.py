"""Browser notifications by Web Push: recipients, contents and encryption.

This app is the top layer: it reads tables and fixtures, and no other app imports it.
"""
