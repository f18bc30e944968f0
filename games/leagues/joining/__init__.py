"""Members' own steps: found a league, join it, enter a season, attend, dispute and leave."""
