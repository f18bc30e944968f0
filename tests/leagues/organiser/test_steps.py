"""Every step of a league is taken once, by a permitted user, on a page with the current state."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from games.leagues.fixtures import rulings
from games.leagues.models import Audit, Division, Fixture, FixtureMatch, Round, Season
from games.leagues.organiser import undo
from games.leagues.scheduling import substitutes
from games.leagues.seasons import draws, entries, exchanges
from games.leagues.seasons import services as seasons
from tests.conftest import account
from tests.doors.house import rows
from tests.leagues.organiser.pressing import Page
from tests.leagues.organiser.step_plans import (
    PLANS,
    first,
    forfeited,
    move_deadline,
    olga,
    settle_league,
    waiting,
)
from tests.leagues.organiser.steps import POWERS, address_of, taker_of
from tests.leagues.organiser.visitors import client_of, text

pytestmark = pytest.mark.django_db

REFUSED = {403, 404, 409, 422}
REASON = "So it was decided."
#: Steps that may be repeated from another page.
TAKEN_AGAIN = {"run-code", "run-announce", "run-note", "run-write-several", "webhook-rotate"}
#: Steps that can't be undone: others have read the result, or it can't be restored exactly.
FINAL = {"run-appeal", "run-code", "run-draft", "run-draft-all", "run-note", "run-remind",
         "run-report", "run-revoke", "run-write-several", "webhook-remove",
         "webhook-rotate", "leave", "register", "unregister"}  # fmt: skip
#: Steps that must be taken anew after an undo, because their rows and audit are deleted.
DONE_ANEW = {"run-begin", "run-new-season", "run-again", "run-finals"}
Rows = dict[str, list[str]]
#: Rows that record acts and their undoing.
TELLING = {"leagues.Audit", "leagues.Notice", "leagues.Reminder", "leagues.Delivery",
           "sessions.Session"}  # fmt: skip


def corrected() -> None:
    game = FixtureMatch.objects.order_by("pk").first()
    loser = next(one["side"] for one in game.placings if not one["won"])
    rulings.correct_game(game, olga(), winner=loser, reason="Seen.")


def swapped() -> None:
    one, other = (fixture.chairs.first() for fixture in Fixture.objects.all())
    exchanges.swap_chairs(one, other, olga(), reason="")


def turned() -> None:
    """Record the forfeit of a fixture for the other player instead."""
    fixture = Fixture.objects.get(status="forfeited")
    absent = {fixture.chairs.last().entry_id}
    rulings.forfeit_fixture(fixture, olga(), absent, reason="It was the other.")


#: By step: another user's act while its page is open. The page shows the earlier state, so it is
#: displayed again. Pages of the other steps show nothing that changes.
IN_THE_MEANTIME: dict[str, Callable[[], Any]] = {
    "run-presence": lambda: draws.publish_round(Round.objects.get(), olga()),
    "run-sanction": lambda: entries.sanction(
        first().entries.order_by("pk").first(), olga(), kind="warning", reason="Late."
    ),
    "run-substitute": lambda: substitutes.put_in(
        waiting().chairs.first(), olga(), User.objects.get(username="svea"), reason="Ill."
    ),
    "run-forfeit": forfeited,
    "run-void": forfeited,
    "run-reopen": turned,
    "run-correct": corrected,
    "run-annul": corrected,
    "run-decide": corrected,
    "run-swap": swapped,
    "run-publish": swapped,
    "run-publish-everywhere": swapped,
    **dict.fromkeys(
        ("run-draft", "run-draft-all", "run-make"),
        lambda: draws.draft_round(Division.objects.get(season=first()), olga()),
    ),
    **dict.fromkeys(("run-deadline", "run-round-deadline"), lambda: move_deadline(olga())),
    **dict.fromkeys(
        ("run-new-season", "run-again", "run-finals"),
        lambda: seasons.open_season(first().league, olga(), name="Another", format="round_robin"),
    ),
    "register": lambda: Season.objects.filter(number=2).update(
        questions=[{"text": "Why?", "choices": []}]
    ),
}


@pytest.fixture(scope="module")
def _league(kept):
    settle_league(account("Olga"))


@pytest.fixture(params=POWERS)
def name(request, _league) -> str:
    """Return the name of a step."""
    return str(request.param)


class Tab:
    """The page of a step in a user's browser, and the requests from it."""

    def __init__(self, address: str, user: User, typed: dict[str, Any]) -> None:
        self.address, self.client = address, client_of(user)
        self.page = self.client.get(address)
        assert self.page.status_code == 200, text(self.page)
        forms = (control.form for control in Page(text(self.page)).controls if control.form)
        fields = next(form.data for form in forms if "idempotency_key" in dict(form.data))
        self.data: dict[str, Any] = {}
        for field, value in fields:
            self.data.setdefault(field, []).append(value)
        if "reason" in self.data:
            self.data["reason"] = REASON
        self.data |= typed

    def send(self, **other: Any) -> Any:
        """Send the form, with some other values."""
        return self.client.post(self.address, self.data | other)

    def is_refused(self, before: Rows, **other: Any) -> str:
        """Send the form, check that it changes nothing, and return the page."""
        answer = self.send(**other)
        assert answer.status_code in REFUSED, text(answer)
        assert rows() == before
        return text(answer)

    def keeps_what_was_typed(self, page: str) -> bool:
        return REASON in page or "reason" not in self.data


def tabs_of(name: str, count: int = 1) -> list[Tab]:
    """Return open pages of a step, and check that they send the displayed state."""
    address, typed = address_of(name)
    tabs = [Tab(address, taker_of(name), typed) for _tab in range(count)]
    assert all(("version_seen" in tab.data) is (name in IN_THE_MEANTIME) for tab in tabs)
    return tabs


def test_each_step_has_a_plan():
    assert POWERS.keys() == PLANS.keys()


def test_a_step_changes_something_once_and_requires_its_mandatory_fields(name):
    (mine, theirs), before = tabs_of(name, 2), rows()
    fields = getattr(mine.page.context["form"], "fields", {})
    for field in (name for name, one in fields.items() if one.required):
        page = mine.is_refused(before, **{field: ""})
        assert field == "reason" or mine.keeps_what_was_typed(page)
    assert theirs.send().status_code == 302
    after = rows()
    assert after != before
    page = theirs.is_refused(after)
    assert name not in TAKEN_AGAIN or "carried out only once" in page
    if name in TAKEN_AGAIN:
        assert mine.send().status_code == 302
    else:
        mine.is_refused(after)


@pytest.mark.usefixtures("_league")
@pytest.mark.parametrize("name", IN_THE_MEANTIME)
def test_an_outdated_page_is_shown_again_before_its_step_is_taken(name):
    (tab,) = tabs_of(name)
    IN_THE_MEANTIME[name]()
    page = tab.is_refused(rows())
    assert "has changed in the meantime" in page
    assert tab.keeps_what_was_typed(page)


def standing() -> Rows:
    """Return all rows except the audit and messages, which also record undone acts."""
    Fixture.objects.update(reopened_at=None)  # a time, which differs
    return {label: own for label, own in rows().items() if label not in TELLING}


def test_undoing_a_step_restores_everything_and_undoing_the_undo_repeats_it(name):
    (tab,), before, last = tabs_of(name), standing(), Audit.objects.latest("pk")
    tab.send()
    after, acts = standing(), list(Audit.objects.filter(pk__gt=last.pk))
    assert any(act.is_undoable for act in acts) is (name not in FINAL)
    if name in FINAL:
        return
    undone = [undo.undo(act.pk, olga(), reason="A mistake.") for act in acts]
    assert standing() == before
    for act in reversed(undone if name not in DONE_ANEW else ()):
        undo.undo(act.pk, olga(), reason="It was none.")
    assert standing() == (before if name in DONE_ANEW else after)
