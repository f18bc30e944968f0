"""What finished matches say of players: ratings with their uncertainty, and leaderboards."""
