"""The times of fixtures: proposals, attendance and calendars."""
