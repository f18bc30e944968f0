"""Another truth of a night that one seat can't tell from the real one, and the invariants."""

from random import Random
from typing import Any

from msgspec.structs import replace

from games.engine.portable import Record
from games.engine.record import Turn
from games.engine.seats import Seat
from tests.third_game.actions import Look, Silence, Vote
from tests.third_game.dealing import roles_of

Acts = dict[int, Turn]  #: turns by the number of their action, from 0


def is_conserved(state: Any) -> bool:
    """Return whether the roles are those of this number of players, and all votes are allowed."""
    dealt = sorted(state.roles) == sorted(roles_of(len(state.roles)))
    return dealt and all(state.votes[seat] is None for seat in state.silenced)


def resample(record: Record, turns: tuple[Turn, ...], seat: Seat | None, random: Random) -> Record:
    """Return the record of another truth that `seat` (None: the public) can't rule out."""
    acts = dict(enumerate(turns[1:]))
    roles = _roles(record.setup["roles"], acts, seat, random)
    actions = [dict(action) for action in record.actions]
    for number, changed in _night(roles, acts, seat, random).items():
        actions[number] |= changed
    for number, turn in acts.items():
        if isinstance(turn.action, Vote) and turn.seat != seat:
            others = [other for other in range(len(roles)) if other != turn.seat]
            actions[number]["target"] = random.choice(others)
    return replace(record, setup={"roles": roles}, actions=actions)


def _roles(real: list[str], acts: Acts, seat: Seat | None, random: Random) -> list[str]:
    """Return roles that agree with the real ones wherever `seat` knows them."""
    known = set() if seat is None else {seat}
    if seat is not None and real[seat] == "wolf":
        known |= {owner for owner, role in enumerate(real) if role == "wolf"}
    if seat is not None and real[seat] == "seer":
        known |= {turn.action.target for turn in acts.values() if isinstance(turn.action, Look)}
    loose = [owner for owner in range(len(real)) if owner not in known]
    other = [real[owner] for owner in loose]
    random.shuffle(other)
    roles = list(real)
    for owner, role in zip(loose, other, strict=True):
        roles[owner] = role
    return roles


def _night(
    roles: list[str], acts: Acts, seat: Seat | None, random: Random
) -> dict[int, dict[str, Any]]:
    """Return other actions of the night: equally many, with the same silenced seats."""
    others = {
        number: turn
        for number, turn in acts.items()
        if isinstance(turn.action, Silence | Look) and turn.seat != seat
    }
    doers = [owner for owner, role in enumerate(roles) if role != "villager" and owner != seat]
    random.shuffle(doers)
    marks = [turn.action.target for turn in others.values() if isinstance(turn.action, Silence)]
    changed = {}
    for number in others:
        doer = doers.pop()
        if roles[doer] == "seer":
            target = random.choice([owner for owner in range(len(roles)) if owner != doer])
            changed[number] = {"seat": doer, "action": "look", "target": target}
        else:  # where fewer wolves had acted before dawn, nobody knows whom this one chose
            target = marks.pop() if marks else random.randrange(len(roles))
            changed[number] = {"seat": doer, "action": "silence", "target": target}
    return changed
