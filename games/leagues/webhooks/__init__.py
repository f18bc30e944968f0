"""Webhooks: messages, the queue, and signed HTTP."""
