"""The public pages of leagues, and members' own steps."""
