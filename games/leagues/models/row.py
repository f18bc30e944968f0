"""The base of all rows of leagues."""

from django.db import models


class Row(models.Model):
    """A row: called by its name if it has one, else by its kind and key."""

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return str(getattr(self, "name", "") or f"{self._meta.verbose_name} {self.pk}")
