"""Lists what this site stores about people, from its models, in plain words."""

from collections.abc import Iterator
from operator import attrgetter
from typing import Any, NamedTuple

from django.apps import apps
from django.contrib.auth import get_user_model
from django.db.models import DateTimeField, Field, Model
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

#: Words for fields without a name of their own; several fields may share a word.
WORDS = (
    (_("name"), "name name_key first_name last_name chat_name scope_name"),
    (
        _("text"),
        "text words note moment phrase answer answers appeal decision verb changes about"
        " change_message object_repr",
    ),
    (_("kind"), "kind type room"),
    (
        _("state"),
        "status is_ready wants_call comes is_away is_replaced is_settled is_read outcome rsvp"
        " former uses_left is_named verified primary verdict",
    ),
    (_("code or key"), "code slug key public_id digest hint token_hash secret public_key"),
    (_("session"), "session_key"),
    (_("browser and device"), "user_agent endpoint"),
    (_("further data"), "data"),
    (_("IP address"), "ip"),
    (_("page URL"), "address scope"),
    (_("portrait"), "chosen_portrait"),
    (_("language"), "language"),
    (_("time zone"), "timezone zone"),
    (_("quiet hours"), "quiet_from quiet_to"),
    (_("hours when you can play"), "hours"),
    (_("game"), "game"),
    (
        _("settings of the table"),
        "options visibility seats_min seats_max has_chat allows_spectators fills_with_bots"
        " allows_api_bots bots_after seats pace host_seat is_reserved is_doubled talk_seconds"
        " talk_round shows_marks is_rated least_matches usual_table",
    ),
    (_("source of randomness"), "seed commitment entropy"),
    (
        _("moves and result"),
        "length touched winner story size has_bots is_abandoned won claims true_claims missed"
        " forfeited",
    ),
    (
        _("whether it counts, and who can see it"),
        "is_public is_published is_listed is_imported is_counted is_weighed publishes",
    ),
    (_("reason"), "reason"),
    (_("side"), "side"),
    (_("seat"), "seat"),
    (_("played by a bot or via the API"), "bot is_api"),
    (_("whether it is one of their first matches"), "is_newcomer"),
    (_("time left"), "reserve_ms"),
    (_("timestamps"), "action_time"),
    (_("requests to the table"), "wishes"),
    (_("marks and bets"), "marks bets"),
    (_("place in the record"), "number round_number"),
    (_("rights"), "scopes role is_superuser is_staff is_active groups user_permissions"),
    (_("rating"), "rating deviation volatility at_least played seed_rating"),
    (_("helps out as a substitute"), "can_substitute"),
    (_("receives e-mail"), "wants_mail"),
    (
        _("place in the season"),
        "seed_rank joined_round late_points withdrawn_after replaced_after final_rank movement",
    ),
)
NAMES = {name: words for words, names in WORDS for name in names.split()}
#: Fields of packages with a name for programmers, which ours replaces.
RENAMED = {
    *("first_name", "last_name", "action_time", "change_message", "object_repr"),
    *("verified", "primary", "is_superuser", "is_staff", "is_active"),
    *("groups", "user_permissions"),
}
#: Technical fields: the number of attempts, and the table of a log's row.
MACHINERY = {"attempts", "letter_attempts", "content_type", "object_id", "action_flag"}
#: Technical fields of appointments: what the site itself opened, and the number of moves.
MACHINERY |= {"slot", "moves"}
#: Names for rows of packages that lack a name in some of our languages.
ROWS = {
    "admin.LogEntry": _("change by an administrator"),
    "mfa.Authenticator": _("second factor"),
    "usersessions.UserSession": _("session"),
}
#: Parts of the site, and the apps of each; rows of all other apps belong to the account.
ACCOUNT = _("Account")
PARTS = {
    **dict.fromkeys(
        ("matches", "chat", "history", "ratings", "circles", "gathering"), _("Matches")
    ),
    "leagues": _("Leagues"),
}


class StoredRows(NamedTuple):
    """One kind of row, the part of the site that it belongs to, and its fields."""

    part: str
    name: str
    fields: tuple[str, ...]


def about_people() -> Iterator[StoredRows]:
    """Yield the account first, then every kind of row that refers to it, by part and name."""
    user = get_user_model()
    yield _rows_of(user)
    naming = [model for model in apps.get_models() if model is not user and _names(model, user)]
    rows = sorted(map(_rows_of, naming), key=attrgetter("name"))
    for part in dict.fromkeys((ACCOUNT, *PARTS.values())):
        yield from (one for one in rows if one.part == str(part))


def _names(model: type[Model], user: type[Model]) -> bool:
    """Return whether rows of `model` refer to an account, and belong to us or to the log-in."""
    return any(field.related_model is user for field in _columns(model))


def _rows_of(model: type[Model]) -> StoredRows:
    columns = [one for one in _columns(model) if not one.primary_key and one.name not in MACHINERY]
    user = get_user_model()
    others = [one for one in columns if one.related_model is not user]
    # The account itself need not be listed, unlike references to other users.
    telling = others if len(columns) - len(others) < 2 else columns
    part = PARTS.get(model._meta.app_label, ACCOUNT)
    return StoredRows(str(part), _name_of(model), tuple(dict.fromkeys(map(words_of, telling))))


def _name_of(model: type[Model]) -> str:
    return str(ROWS.get(model._meta.label, model._meta.verbose_name))


def words_of(field: "Field[Any, Any]") -> str:
    """Return the name of `field`: its own, its target's, ours, or that of a time."""
    if field.name in RENAMED:
        return str(NAMES[field.name])
    own = str(field.verbose_name)
    if own != field.name.replace("_", " "):
        return own
    if isinstance(field.related_model, type):
        return _name_of(field.related_model)
    if field.name in NAMES:
        return str(NAMES[field.name])
    if isinstance(field, DateTimeField):
        return gettext("timestamps")
    return own


def _columns(model: type[Model]) -> "list[Field[Any, Any]]":
    return [field for field in model._meta.get_fields() if isinstance(field, Field)]
