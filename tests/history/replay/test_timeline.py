"""The moments of a match from one perspective, and the chat that goes with them."""

from datetime import timedelta

from django.contrib.auth.models import AnonymousUser

from games.chat.models import Message
from games.history.replay import rendering
from games.history.replay.perspective import perspective_of
from games.history.replay.timeline import (
    TimelineStep,
    index_at,
    index_of_entry,
    steps_of_chapter,
    timeline_of,
    track_of,
    turning_point,
)
from games.matches.models import MatchEntry
from tests.history.play import finished, people


def steps_of(match, name):
    return track_of(
        timeline_of(match), perspective_of(match, AnonymousUser(), name, match.players.count())
    )


def test_the_omniscient_perspective_has_every_entry_except_ballots(over):
    steps, turns = steps_of(over, "all"), timeline_of(over).turns
    skipped = set(range(over.length + 1)) - {step.entry for step in steps}
    assert {type(turns[entry].action).__name__ for entry in skipped} == {"Vote"}
    assert not [line for step in steps for line in step.lines if line.kind == "vote"]


def test_a_replay_begins_with_the_round_that_decides(over):
    for name in ("all", "public", "3"):
        steps = steps_of(over, name)
        begin = turning_point(steps)
        assert steps[begin].chapter == steps[-1].chapter > steps[begin - 1].chapter


def test_other_perspectives_skip_unseen_entries_and_keep_the_numbers(over):
    for name in ("public", "spectator", "0", "4"):
        steps = steps_of(over, name)
        assert all(step.lines for step in steps)
        assert [step.number for step in steps] == [step.entry for step in steps]
        assert steps[0].number == 0
        assert steps[-1].number == over.length


def test_a_moment_between_two_steps_is_the_earlier_one():
    steps = [TimelineStep(number, number * 2, (), None) for number in (0, 3, 7)]
    assert [index_at(steps, number) for number in (0, 2, 3, 6, 7, 99)] == [0, 0, 1, 1, 2, 2]
    assert [index_of_entry(steps, entry) for entry in (0, 5, 6, 14)] == [0, 0, 1, 2]


def test_the_moments_shown_before_belong_to_the_same_round(over):
    steps = steps_of(over, "all")
    for index, step in enumerate(steps):
        shown = steps_of_chapter(steps, index)
        assert shown[-1] is step
        assert {one.chapter for one in shown} == {step.chapter}


def test_every_kind_of_moment_has_a_label(over, db):
    noir = finished("noir", people("ada", "ben"))
    for match in (over, noir):
        shown = rendering.open_replay(
            match,
            timeline_of(match),
            perspective_of(match, AnonymousUser(), "all", 5),
            AnonymousUser(),
        )
        for kind, name in rendering.kinds(shown):
            assert f"kind/{kind}" in match.rules.words.labels, kind
            assert name


def told(match, name, index):
    players, user = match.players.count(), AnonymousUser()
    eyes = perspective_of(match, user, name, players)
    shown = rendering.open_replay(match, timeline_of(match), eyes, user)
    return rendering.frame(shown, range(len(shown.steps))[index])


def say(match, user, room, text, after):
    message = Message.objects.create(
        match=match, user=user, name=user.name, seat=0, room=room, text=text
    )
    at = MatchEntry.objects.get(match=match, number=after).at + timedelta(microseconds=1)
    Message.objects.filter(pk=message.pk).update(said_at=at)


def test_chat_messages_follow_the_moments_of_the_board(over, five):
    for number, entry in enumerate(over.entries.all()):
        MatchEntry.objects.filter(pk=entry.pk).update(
            at=over.started_at + timedelta(minutes=number)
        )
    say(over, five[0], "table", "before the vote", 2)
    say(over, five[1], "table", "after the vote", 9)
    for text, entry in (("before the vote", 2), ("after the vote", 9)):
        index = index_of_entry(steps_of(over, "all"), entry)
        assert text not in told(over, "all", index - 1)
        assert text in told(over, "all", index)
    assert "after the vote" in told(over, "all", -1)


def test_a_seat_reads_the_gallery_only_after_the_match(over, five):
    say(over, five[0], "gallery", "hitler is number three", 3)
    for name in ("all", "public", "spectator"):
        assert "number three" in told(over, name, -2)
    assert "number three" not in told(over, alive_to_the_end(over), -2)
    assert "number three" in told(over, alive_to_the_end(over), -1)


def alive_to_the_end(match):
    """Return the perspective of a seat that was never eliminated."""
    gone = match.rules.talk.eliminated(timeline_of(match).states[-1])
    return str(next(seat for seat in range(5) if seat not in gone))
