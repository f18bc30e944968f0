"""Periodic jobs in tests: run at once, as the referee does after a while."""

from games.matches.play import periodic_jobs


def run_jobs() -> None:
    """Run every job, as when the last run of each is long ago."""
    periodic_jobs.forget()
    periodic_jobs.do_due()
