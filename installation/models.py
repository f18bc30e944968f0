"""The operator's own pages, and planned stops."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Page(models.Model):
    """A page of the operator in one language; without one, any default text is shown."""

    class Kind(models.TextChoices):
        IMPRINT = "imprint", _("Imprint")
        PRIVACY = "privacy", _("Privacy")
        CONDUCT = "conduct", _("Rules of conduct")

    kind = models.CharField(_("page"), max_length=8, choices=Kind.choices)
    language = models.CharField(_("language"), max_length=8, choices=settings.LANGUAGES)
    text = models.TextField(
        _("text"),
        help_text=_("Plain text: an empty line starts a new paragraph, URLs become links."),
    )
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("page")
        verbose_name_plural = _("pages")
        constraints = [models.UniqueConstraint(fields=["kind", "language"], name="page_once")]

    def __str__(self) -> str:
        return f"{self.kind} ({self.language})"


class PlannedStop(models.Model):
    """A planned stop of the site; every page announces it."""

    starts_at = models.DateTimeField(_("begins"))
    minutes = models.PositiveSmallIntegerField(_("minutes"), default=10)
    note = models.CharField(_("note"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("planned downtime")
        verbose_name_plural = _("planned downtimes")
        ordering = ["starts_at"]

    def __str__(self) -> str:
        return self.starts_at.isoformat()
