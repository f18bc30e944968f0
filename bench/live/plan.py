"""The plan of play: prepare.py writes it, load.py plays it."""

import msgspec


class ScriptedMove(msgspec.Struct, frozen=True):
    """A move: the seat, the action, and the number of the question.

    It also lists the viewers with news, the public last.
    """

    seat: int
    action: str
    prompt: int
    told: tuple[bool, ...]


class Plan(msgspec.Struct, frozen=True):
    """A match that is dealt: its code, a session for each seat, and all its moves."""

    code: str
    sessions: list[str]
    steps: list[ScriptedMove]
