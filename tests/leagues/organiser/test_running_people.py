"""An organiser's work on people by pages: entries, roles, sanctions, links."""

import pytest

from games.leagues.models import (
    League,
)
from tests.leagues.organiser.visitors import HOSTILE, text

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("typed", "status"),
    [
        ({"kind": "warning", "points": "", "reason": "Late."}, 302),
        ({"kind": "warning", "points": "3", "reason": "Late."}, 302),
        ({"kind": "points", "points": "0.5", "reason": "Late."}, 302),
        ({"kind": "points", "points": "0", "reason": "Late."}, 422),
        ({"kind": "points", "points": "nan", "reason": "Late."}, 422),
        ({"kind": "points", "points": "1e9", "reason": "Late."}, 422),
        ({"kind": "whip", "points": "1", "reason": "Late."}, 422),
        ({"kind": "warning", "points": "", "reason": ""}, 422),
    ],
)
def test_sanctions(crowd, season, typed, status):
    entry = season.entries.first()
    assert crowd.post("arbiter", "run-sanction", season, entry, **typed).status_code == status
    points = {"warning": 0, "points": -0.5}.get(typed["kind"])
    assert [*entry.sanctions.values_list("points", flat=True)] == [points] * (status == 302)


def test_a_link_is_shown_once_and_taken_back(crowd):
    typed = {"role": "member", "uses": 3, "days": 7, "note": HOSTILE}
    page = text(crowd.post("owner", "run-invitations", **typed))
    assert "http://testserver/leagues/invitation/" in page
    assert HOSTILE not in page
    again = text(crowd.get("owner", "run-invitations"))
    assert "testserver/leagues/invitation/" not in again
    for wrong in ({"days": 91}, {"uses": 0}, {"role": "emperor"}, {"uses": "x"}):
        assert crowd.post("owner", "run-invitations", **{**typed, **wrong}).status_code == 422


def test_the_code_is_shown_to_owners_alone(crowd):
    League.objects.update(access="code")
    code = League.objects.get().code
    assert code in text(crowd.get("owner", "run"))
    for who in ("arbiter", "scheduler"):
        assert code not in text(crowd.get(who, "run"))


def test_disqualifying_and_withdrawing_somebody_is_explained_and_public(crowd, season):
    one, other = season.entries.all()[:2]
    for name, entry in (("run-withdraw", one), ("run-disqualify", other)):
        assert "forfeited" in text(crowd.get("arbiter", name, season, entry))
        assert crowd.post("arbiter", name, season, entry, reason="Gone.").status_code == 302
    assert {one.status for one in season.entries.all()} == {
        "withdrawn", "disqualified", "confirmed",
    }  # fmt: skip
