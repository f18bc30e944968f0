"""What pages of matches are drawn from, and how: page states, regions, panels of other apps."""
