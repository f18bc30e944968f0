"""Every address, as every kind of person: `make doors`.

What each is answered stands in expected.txt, which a person has read: first to those who look, then
to those who send an empty form. Tables that are closed or imported have a line where they answer
otherwise than one that is open. A new address, or another answer, needs a line there
(`WRITE_DOORS=1 make doors` writes it anew; read what changed). Nothing is answered with an error of
the site, and nothing has changed when all have knocked.

`make test` asks a quarter of the addresses, drawn by TEST_SEED, and whether all have their line.
"""

import os
import re
from pathlib import Path
from random import Random

import pytest

from tests.chance import TEST_SEED
from tests.doors.house import KINDS, Door, forget_who_asked, rows

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_connection", "quiet_log")]

EXPECTED = Path(__file__).with_name("expected.txt")
HEADING = f"{'address':58} {' '.join(kind[:3] for kind in KINDS)}"
#: Where a table is answered as this other one, it needs no line.
LIKE = {"CLOSED": "CODE", "SHUT": "OVER", "IMPORTED": "OVER"}
#: The policy of every page but those to be framed elsewhere: no inline scripts, no inline styles.
STRICT = (
    "default-src 'self'; img-src 'self' data:; connect-src 'self'; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
#: What looking may change: when somebody or a program was there, and the key of a calendar that is
#: looked at.
MAY_CHANGE = {
    "sessions.Session", "usersessions.UserSession", "api.Token", "leagues.Calendar",
}  # fmt: skip


def is_strict(policy: str) -> bool:
    """Return whether a policy is ours, in whatever order its directives stand."""
    return set(policy.split("; ")) == set(STRICT.split("; "))


def like(shown: str) -> str:
    """Return the address of the table that this one's table is like; most are like none."""
    return re.sub("|".join(LIKE), lambda word: LIKE[word[0]], shown)


def is_of_its_own(shown: str, answers: dict[str, str]) -> bool:
    """Return whether an address is answered otherwise than that of the table it is like."""
    return like(shown) == shown or answers[like(shown)] != answers[shown]


def asked_of(doors: list[Door]) -> list[Door]:
    """Return the doors to ask in this run: all, or one group of similar doors in four."""
    names = sorted({like(door.shown) for door in doors})
    if not {"ALL_DOORS", "WRITE_DOORS"} & set(os.environ):
        names = Random(TEST_SEED).sample(names, len(names) // 4)
    return [door for door in doors if like(door.shown) in set(names)]


def test_every_url_opens_only_to_those_who_may_and_get_changes_nothing(house):
    before, answers, forged = rows(), {}, []
    doors = list(house.doors())
    asked = asked_of(doors)
    for door in asked:
        forget_who_asked()
        looked, sent = house.answers("get", door.path), house.answers("post", door.path)
        answers[door.shown] = f"{looked:47} | {sent}"
        # Cookies count nothing to programs' addresses, nor does a form without our token elsewhere:
        # it comes from another site.
        faked = house.ask("player", "post", door.path, forged=True).status_code
        if not door.path.startswith("/api/v1") and faked not in {302, 403, 404, 405}:
            forged.append(f"{door.shown}: {faked}")
    table = [
        f"{shown:58} {answer}" for shown, answer in answers.items() if is_of_its_own(shown, answers)
    ]
    if os.environ.get("WRITE_DOORS"):
        EXPECTED.write_text("\n".join([HEADING, *table, ""]))
    assert [line for line in table if re.search(r" 5\d\d\b", line)] == []
    assert forged == []
    lax = {path for path, policies in house.policies.items() if not all(map(is_strict, policies))}
    assert lax == {door.path for door in asked if door.shown.endswith("/replay/embed/")}
    known = {line.split(" ")[0]: line for line in EXPECTED.read_text().splitlines()[1:]}
    assert {like(door.shown) for door in doors} - set(known) == set(), "new addresses"
    assert set(known) - {door.shown for door in doors} == set(), "no longer there"
    assert sorted(set(table) - set(known.values())) == [], "new or other answers"
    lines = {known[door.shown] for door in asked if door.shown in known}
    assert sorted(lines - set(table)) == [], "no longer so"
    after = rows()
    assert {name for name in before if before[name] != after[name]} - MAY_CHANGE == set()
