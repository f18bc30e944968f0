"""The user model: people with an account, and guests who may claim one later."""

import uuid
from collections.abc import Collection
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.contrib.auth.models import UserManager as AuthUserManager
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import names, portraits


class UserManager(AuthUserManager["User"]):
    """Creates users with a name from the start, also on the command line."""

    def create_user(
        self,
        username: str,
        email: str | None = None,
        password: str | None = None,
        **fields: Any,
    ) -> "User":
        """Create a user called `display_name`, which is by default their username."""
        return super().create_user(username, email, password, **_with_name(username, fields))

    def create_superuser(
        self,
        username: str,
        email: str | None = None,
        password: str | None = None,
        **fields: Any,
    ) -> "User":
        """Create a user with all permissions; see `create_user`."""
        return super().create_superuser(username, email, password, **_with_name(username, fields))


def _with_name(username: str, fields: dict[str, Any]) -> dict[str, Any]:
    name = fields.get("display_name") or username[: names.LONGEST]
    key = None if fields.get("is_guest") else names.fold(name)
    return {**fields, "display_name": name, "name_key": key}


class Row(models.Model):
    """A base for models: `str()` returns the name of a row, else its kind and key."""

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return str(getattr(self, "name", "") or f"{self._meta.verbose_name} {self.pk}")


class User(AbstractUser):
    """A user. A guest has only a name at the table, and cannot log in again."""

    class Audience(models.TextChoices):
        EVERYONE = "everyone", _("Everyone")
        SELF = "self", _("Only me")

    class LetterWay(models.TextChoices):
        DEVICE = "", _("As set on each device")
        HOLD = "hold", _("Only while I hold them down")
        TAP = "tap", _("When I tap them; they close again after 20 seconds")
        OPEN = "open", _("They stay open: I'm alone")
        HEARD = "heard", _("I use a screen reader: read aloud, covered on the screen")

    public_id = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    display_name = models.CharField(_("name at the table"), max_length=names.LONGEST, blank=True)
    # Null for guests: the unique column then applies to accounts only.
    name_key = models.CharField(  # noqa: DJ001
        max_length=200,
        unique=True,
        null=True,
        editable=False,
        help_text="the comparable form of the name, unique among accounts; null for guests",
    )
    is_guest = models.BooleanField(_("guest"), default=False)
    language = models.CharField(_("language"), max_length=8, blank=True)
    about = models.TextField(_("about you"), max_length=500, blank=True)
    history_audience = models.CharField(
        _("who can see your matches"),
        max_length=8,
        choices=Audience.choices,
        default=Audience.EVERYONE,
    )
    wants_turn_mail = models.BooleanField(
        _("e-mail when it is your move in a correspondence match"), default=True
    )

    shows_presence = models.BooleanField(
        _("count me among the people online"), default=True, db_default=True
    )

    letter_way = models.CharField(
        _("how your secret cards are shown"),
        max_length=8,
        choices=LetterWay.choices,
        blank=True,
        default="",
        db_default="",
    )

    chosen_portrait = models.CharField(
        max_length=16,
        blank=True,
        db_default="",
        default="",
        help_text="the code of a face; if empty, the face follows from the public id",
    )

    objects: ClassVar[UserManager] = UserManager()

    #: The columns that lists of people read: name, face, and the audience of their matches.
    SHOWN: ClassVar = (
        *("public_id", "username", "display_name", "is_guest"),
        *("chosen_portrait", "history_audience"),
    )

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the URL of the public profile."""
        return reverse("accounts:profile", args=[self.public_id])

    @property
    def name(self) -> str:
        """Return the name that others see."""
        return self.display_name or self.username

    @property
    def portrait(self) -> str:
        """Return the code of this person's face: the chosen one, or the original one."""
        return self.chosen_portrait or portraits.portrait_of(str(self.public_id))

    def rename(self, name: str) -> None:
        """Set a validated `name` without saving. Only an account reserves its comparable form."""
        self.display_name = name
        self.name_key = None if self.is_guest else names.fold(name)

    def shows_history_to(self, viewer: "User | AnonymousUser | None") -> bool:
        """Return whether `viewer` may see their matches."""
        return self.history_audience == self.Audience.EVERYONE or viewer == self


class Block(models.Model):
    """`by` has blocked `user`."""

    by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocked_by")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints = [models.UniqueConstraint(fields=["by", "user"], name="one_block_a_pair")]

    def __str__(self) -> str:
        return f"{self.by_id} blocks {self.user_id}"


class ConductDecisions(models.QuerySet["ConductDecision"]):
    """Decisions of moderators about people."""

    def in_force(self, user: User, *kinds: str, scope: str = "") -> "ConductDecision | None":
        """Return the longest decision of these kinds that still restricts `user`, if any does.

        Decisions of the league at the URL `scope` are included.
        """
        valid = self._valid(kinds, {"", scope})
        return valid.filter(user=user).order_by("-until").first()

    def kept_out(self, scope: str) -> set[int]:
        """Return the keys of the users who may not play in the league at the URL `scope` now."""
        valid = self._valid([ConductDecision.Kind.OUT], {scope})
        return set(valid.values_list("user", flat=True))

    def kept_from(self, users: Collection[int], *, is_public: bool, is_rated: bool) -> set[int]:
        """Return the keys among `users` that may not sit at such a table now."""
        kinds = [ConductDecision.Kind.PRIVATE] if is_public else []
        kinds += [ConductDecision.Kind.CASUAL] if is_rated else []
        return set(self._valid(kinds).filter(user__in=users).values_list("user", flat=True))

    def _valid(self, kinds: Collection[str], scopes: Collection[str] = ("",)) -> "ConductDecisions":
        found = self.filter(kind__in=kinds, until__gt=timezone.now(), scope__in=scopes)
        return found.exclude(verdict=ConductDecision.Verdict.LIFTED)


class ConductDecision(models.Model):
    """A moderator's decision about a person, and the appeal against it.

    A decision of a league's organisers has effects in that league only.
    """

    class Kind(models.TextChoices):
        WORD = "word", _("a warning")
        MUTE = "mute", _("no chat")
        CASUAL = "casual", _("no rated tables")
        PRIVATE = "private", _("no public tables")
        OUT = "out", _("no matches")

    class Verdict(models.TextChoices):
        OPEN = "", _("not decided yet")
        UPHELD = "upheld", _("the decision stands")
        LIFTED = "lifted", _("the decision is lifted")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="conduct_decisions")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    scope = models.CharField(
        max_length=100, blank=True, help_text="URL of the deciding league; empty: the site"
    )
    scope_name = models.CharField(max_length=60, blank=True, help_text="the league's name then")
    reason = models.CharField(max_length=500, help_text="shown to the person")
    until = models.DateTimeField(null=True, help_text="the end of a restriction; null: a warning")
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    is_read = models.BooleanField(default=False, help_text="the person has seen its latest state")
    letter_due_at = models.DateTimeField(null=True, help_text="when to e-mail the person")
    letter_attempts = models.PositiveSmallIntegerField(default=0)
    appeal = models.CharField(max_length=500, blank=True, help_text="the person's objections")
    appealed_at = models.DateTimeField(null=True)
    verdict = models.CharField(max_length=8, choices=Verdict.choices, blank=True)
    answer = models.CharField(max_length=500, blank=True, help_text="the answer to the appeal")
    heard_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    heard_at = models.DateTimeField(null=True)

    objects = ConductDecisions.as_manager()

    class Meta:
        verbose_name = _("conduct decision")
        verbose_name_plural = _("conduct decisions")

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.reason[:40]}"


class PasswordReset(models.Model):
    """A requested password reset; the row is deleted when its e-mail is sent."""

    address = models.EmailField()
    language = models.CharField(max_length=8)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return f"a new password, due at {self.due_at}"
