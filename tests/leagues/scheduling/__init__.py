"""Scheduling: hours, proposals, attendance, tables, absences, e-mail, calendars, webhooks."""
