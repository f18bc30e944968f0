"""SQLite, whose one writer's turn is waited for in line."""
