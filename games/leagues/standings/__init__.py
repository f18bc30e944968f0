"""What a contest's confirmed results say: tables, tie-breaks and how sure they are; pure."""
