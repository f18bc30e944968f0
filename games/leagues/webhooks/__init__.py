"""Webhooks: messages, the delivery queue, and signed HTTP requests."""
