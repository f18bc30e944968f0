"""The recheck: old logs can still be read, and every drift is reported."""

import io
import json
from pathlib import Path

import msgspec
import pytest
from django.core.management import CommandError, call_command

from games.catalog import GAMES
from games.history.management.commands import recheck
from games.history.records import importing
from games.history.records.logs import Log, drift
from games.matches.models import Match, MatchEntry, Player
from games.matches.play import records
from tests.history.play import finished, play_on, started

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.json"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_log_of_every_earlier_format_still_opens_and_means_the_same(path):
    assert drift(msgspec.json.decode(path.read_bytes(), type=Log)) == []


def test_there_is_a_golden_log_of_every_game():
    assert {json.loads(path.read_bytes())["game"] for path in GOLDEN} == set(GAMES)


def rechecked(**options):
    """Return the command's output, and the text of its error or an empty one."""
    out = io.StringIO()
    try:
        call_command("recheck", stdout=out, **options)
    except CommandError as error:
        return out.getvalue(), str(error)
    return out.getvalue(), ""


def test_matches_of_every_kind_recheck_without_drift(over, five, mallory, monkeypatch):
    monkeypatch.setattr(recheck, "BATCH", 2)
    finished("noir", five[:2])
    play_on(started("secret-hitler", five), 15)
    record = json.loads(records.record_of(over))
    bare = {k: v for k, v in record.items() if k not in ("seed", "entropy", "commitment")}
    [received] = importing.receive(json.dumps(bare).encode(), mallory)
    assert received.match
    assert rechecked() == ("4 matches checked, 0 drifted\n", "")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--game=chess"], "invalid choice"),
        (["--dump=NOTONE"], "there is no match NOTONE"),
    ],
)
def test_invalid_options_are_refused_with_a_message(db, arguments, words):
    with pytest.raises(CommandError, match=words):
        call_command("recheck", *arguments)


def test_an_imported_record_with_the_seed_of_another_deal_is_not_drift(over, mallory):
    record = {**json.loads(records.record_of(over)), "seed": "ab" * 32}
    del record["commitment"]
    [received] = importing.receive(json.dumps(record).encode(), mallory)
    assert received.match
    assert rechecked() == ("2 matches checked, 0 drifted\n", "")


def tamper(match, number, old, new):
    entry = MatchEntry.objects.get(match=match, number=number)
    assert old in entry.events
    MatchEntry.objects.filter(pk=entry.pk).update(events=entry.events.replace(old, new))


def test_a_fact_that_differs_from_the_rules_is_drift(over):
    tamper(over, 1, '"chancellor":', '"chancellor":1')
    text, error = rechecked()
    assert error == "1 drifted"
    assert f"{over}: entry 1: the rules now give" in text


def test_a_deal_that_differs_from_the_seed_is_drift(over):
    roles = json.loads(MatchEntry.objects.get(match=over, number=0).events)[0]["roles"]
    swapped = json.dumps([*roles[1:], roles[0]], separators=(",", ":"))
    tamper(over, 0, json.dumps(roles, separators=(",", ":")), swapped)
    assert f"{over}: entry 0: the rules now give" in rechecked()[0]


def test_an_event_unknown_to_the_game_is_drift(over):
    tamper(over, 2, '"vote-cast"', '"vote-thrown"')
    text, error = rechecked()
    assert error
    assert f"{over}: entry 2: can't be read any more" in text


def test_an_end_that_differs_from_the_stored_one_is_drift(over):
    Match.objects.filter(pk=over.pk).update(reason="hitler-drowned")
    assert f"{over}: the match: it ends as" in rechecked()[0]


def test_a_side_that_differs_from_the_stored_one_is_drift(over):
    Player.objects.filter(match=over).update(side="liberal")
    assert f"{over}: the match: the sides are" in rechecked()[0]


def test_the_matches_of_a_single_game_can_be_checked(over, five):
    finished("noir", five[:2])
    assert rechecked(game="noir")[0] == "1 matches checked, 0 drifted\n"


def test_a_stored_match_is_dumped_as_a_log_that_opens(over):
    text, _error = rechecked(dump=over.code)
    assert drift(msgspec.json.decode(text, type=Log)) == []
