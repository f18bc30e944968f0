"""Time in leagues: hours, proposals, attendance, tables, absences, mail, calendars, webhooks."""
