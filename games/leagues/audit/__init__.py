"""The audit of organisers' acts: recording them, and the messages to webhooks."""
