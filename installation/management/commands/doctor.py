"""Print the faults of this installation."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from installation import doctor


class Command(BaseCommand):
    """Check this installation, and print each fault with its remedy."""

    help = "Checks this installation for problems; exits with an error if any is serious."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the faults.

        :raises CommandError: if one is serious.
        """
        findings = sorted(doctor.examine(), reverse=True)
        for finding in findings:
            mark = self.style.ERROR("✕") if finding.is_grave else self.style.WARNING("!")
            self.stdout.write(f"{mark} {finding.says}")
        grave = sum(finding.is_grave for finding in findings)
        if grave:
            raise CommandError(f"Serious problems found: {grave}.")
        self.stdout.write(self.style.SUCCESS("✓ No serious problems found."))
