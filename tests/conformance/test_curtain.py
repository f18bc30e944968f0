"""While a curtain is over the newest turn, nobody can tell how the match goes on."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec.structs import replace

from games.engine.curtain import Curtain, curtain_over
from games.engine.projection import Projection, begin, follow
from games.engine.seats import PUBLIC, Viewer, seats_of
from games.secret_hitler import GAME as SECRET_HITLER
from games.secret_hitler import events as ev
from tests.conformance.case import SEEDS, Case
from tests.conformance.cases import CASES
from tests.conformance.random_play import steps

BEGAN = datetime(2026, 6, 1, 20, tzinfo=UTC)
MATCHES = max(SEEDS // 20, 5)


def positions(case: Case, count: int, seed: int) -> Iterator[tuple[Projection, datetime]]:
    """Yield the position after each turn of a random match, and the time of the turn."""
    projection = begin(case.game, count)
    for number, (_before, turn, _after) in enumerate(steps(case, count, seed)):
        at = BEGAN + timedelta(minutes=number)
        projection = follow(projection, replace(turn, at=at.isoformat()))
        yield projection, at


def curtains(projection: Projection, at: datetime) -> list[Curtain]:
    """Return the curtains over the last turn, one stage after the other."""
    seen: list[Curtain] = []
    while (curtain := curtain_over(projection, at)) is not None:
        assert curtain.until > at
        at = curtain.until
        seen.append(curtain)
    return seen


def test_no_stage_reveals_the_result_or_asks_and_the_whole_turn_adds_lines(case: Case, count: int):
    for seed in range(MATCHES):
        for projection, at in positions(case, count, seed):
            for curtain in curtains(projection, at):
                shown = curtain.projection
                assert case.game.outcome(shown.state) is None
                assert case.game.to_act(shown.state) == ()
                assert not any(shown.choices)
                for viewer in (PUBLIC, *map(Viewer, seats_of(count))):
                    lines = shown.log(viewer)
                    assert projection.log(viewer)[: len(lines)] == lines


def test_a_stage_continues_from_the_turns_before_it(case: Case, count: int):
    for seed in range(MATCHES):
        for projection, at in positions(case, count, seed):
            for curtain in curtains(projection, at):
                past = begin(case.game, count)
                for turn in projection.turns[:-1]:
                    past = follow(past, turn)
                held = replace(projection.turns[-1], events=(*curtain.stage.events,), at=None)
                assert curtain.projection == follow(past, held)


def test_every_stage_of_the_last_turn_is_shown_for_its_time(case: Case, count: int):
    for seed in range(MATCHES):
        *_earlier, (projection, at) = positions(case, count, seed)
        stages = case.game.pages.stages(projection.turns[-1].events)
        assert stages or case.game is not SECRET_HITLER, "each end of it has a stage before it"
        seen = curtains(projection, at)
        assert len(seen) == len(stages)
        if seen:
            lasts = seen[-1].until - at
            assert lasts == timedelta(seconds=sum(stage.seconds for stage in stages))


def test_the_question_is_the_same_for_hitler_and_for_others():
    asked = {"vote": 0, "execute": 0}
    for seed in range(SEEDS):
        for before, turn, _after in steps(CASES["secret-hitler"], 7, seed):
            stages = SECRET_HITLER.pages.stages(turn.events)
            if not stages or stages[0].events[-1] != ev.Held("question"):
                continue
            kind = turn.action.__struct_config__.tag
            asked[kind] += 1
            suspect = turn.action.target if kind == "execute" else before.chancellor
            other = _with_another_hitler(before, suspect)
            events = SECRET_HITLER.play(other, turn.seat, turn.action, None, by=turn.by)
            assert SECRET_HITLER.pages.stages(events)[0] == stages[0]
    assert all(asked.values()), asked


def _with_another_hitler(state: Any, suspect: int) -> Any:
    """Return the position with `suspect` as Hitler if they were not, and the other way round."""
    roles = list(state.roles)
    hitler = roles.index("hitler")
    other = hitler if hitler != suspect else next(n for n in range(len(roles)) if n != suspect)
    roles[suspect], roles[other] = roles[other], roles[suspect]
    return replace(state, roles=tuple(roles))
