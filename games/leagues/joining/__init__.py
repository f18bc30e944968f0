"""Members' own steps: create a league, join it, enter a season, attend, dispute and leave."""
