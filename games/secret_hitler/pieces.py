"""The contents of the box: roles, policy tiles, and the tables printed on the boards."""

from typing import Literal

from games.engine.text import Term, pgettext_noop

Tile = Literal["liberal", "fascist"]
Party = Literal["liberal", "fascist"]
Role = Literal["liberal", "fascist", "hitler"]
Power = Literal["investigate", "call-election", "peek", "execute"]  #: named like its action
PlayedPhase = Literal[
    "set-up", "nominate", "vote", "discard", "enact", "answer-veto", "power", "over"
]
#: Phases that only pages show, for a moment: a policy before the end that it causes; the question
#: whether somebody is Hitler; and the answer that they are.
HeldPhase = Literal["suspense", "question", "answered"]
Phase = PlayedPhase | HeldPhase
About = Literal["president-hand", "chancellor-hand", "peek", "investigation"]
Reason = Literal[
    "five-liberal-policies", "hitler-executed", "six-fascist-policies", "hitler-elected"
]

TILES: tuple[Tile, ...] = ("liberal",) * 6 + ("fascist",) * 11  #: clause 1.3, in shuffling order
LIBERAL_TO_WIN = 5
FASCIST_TO_WIN = 6
FASCIST_FOR_HITLER = 3  #: with this many fascist policies, Hitler must not become chancellor (2.9)
FASCIST_FOR_VETO = 5
TRACKER_FOR_CHAOS = 3
HELD_PHASES = ("suspense", "question", "answered")
HAND = 3  #: tiles that a president draws; the deck must have at least as many
FEW_ALIVE = 5  #: with so few living players, the last president is not term-limited (2.4)

PLAYERS = range(5, 11)

#: by number of players, in shuffling order (clause 1.1)
ROLES: dict[int, tuple[Role, ...]] = {
    5: ("liberal",) * 3 + ("fascist",) * 1 + ("hitler",),
    6: ("liberal",) * 4 + ("fascist",) * 1 + ("hitler",),
    7: ("liberal",) * 4 + ("fascist",) * 2 + ("hitler",),
    8: ("liberal",) * 5 + ("fascist",) * 2 + ("hitler",),
    9: ("liberal",) * 5 + ("fascist",) * 3 + ("hitler",),
    10: ("liberal",) * 6 + ("fascist",) * 3 + ("hitler",),
}

#: the power that the 1st to 5th fascist policy grants (clause 4.1)
_SMALL: tuple[Power | None, ...] = (None, None, "peek", "execute", "execute")
_MIDDLE: tuple[Power | None, ...] = (None, "investigate", "call-election", "execute", "execute")
_LARGE: tuple[Power | None, ...] = ("investigate", *_MIDDLE[1:])
TRACKS: dict[int, tuple[Power | None, ...]] = {
    5: _SMALL,
    6: _SMALL,
    7: _MIDDLE,
    8: _MIDDLE,
    9: _LARGE,
    10: _LARGE,
}

POLICY_TERMS: dict[str, Term] = {
    "liberal": pgettext_noop("policy", "liberal"),
    "fascist": pgettext_noop("policy", "fascist"),
}
PARTY_TERMS: dict[str, Term] = {
    "liberal": pgettext_noop("membership", "liberal"),
    "fascist": pgettext_noop("membership", "fascist"),
}
ROLE_TERMS: dict[str, Term] = {
    "liberal": pgettext_noop("player", "liberal"),
    "fascist": pgettext_noop("player", "fascist"),
    "hitler": pgettext_noop("player", "Hitler"),
}


def party_of(role: Role) -> Party:
    """Return the membership of `role`; Hitler's is fascist (clause 1.2)."""
    return "liberal" if role == "liberal" else "fascist"


def policy_terms(tiles: tuple[Tile, ...]) -> tuple[Term, ...]:
    """Return the words for `tiles`, in their order."""
    return tuple(POLICY_TERMS[tile] for tile in tiles)
