"""What will be played: written by prepare.py, played by load.py."""

import msgspec


class Step(msgspec.Struct, frozen=True):
    """One move: who, what, in answer to which question, and what everybody's page is at then.

    `versions` are by seat, the public's last.
    """

    seat: int
    action: str
    prompt: int
    versions: tuple[int, ...]


class Plan(msgspec.Struct, frozen=True):
    """A match that is dealt: its code, a session for each seat, and its moves to the end."""

    code: str
    sessions: list[str]
    steps: list[Step]
