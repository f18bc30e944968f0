"""What was played: lists, replays through any eyes, records in and out, proofs and numbers."""
