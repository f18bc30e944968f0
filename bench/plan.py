"""What will be played: written by prepare.py, played by load.py."""

import msgspec


class Step(msgspec.Struct, frozen=True):
    """One move: who, what, in answer to which question; and who is told of it, the public last."""

    seat: int
    action: str
    prompt: int
    told: tuple[bool, ...]


class Plan(msgspec.Struct, frozen=True):
    """A match that is dealt: its code, a session for each seat, and its moves to the end."""

    code: str
    sessions: list[str]
    steps: list[Step]
