"""What the best bot makes of the decisions in a match that is over, in the reader's language."""

from typing import TYPE_CHECKING

import msgspec
from django.utils.translation import gettext as _

from games.engine.insight import Finding, Option, Weighing
from games.history import figures

if TYPE_CHECKING:
    from games.history.drawing import Screening


class Share(msgspec.Struct, frozen=True):
    """A figure from 0 to 1: how long its bar is, out of 100, and what it says."""

    width: float
    text: str


class Row(msgspec.Struct, frozen=True):
    """One option: what it is worth and how often the bot would choose it, where it reckons so."""

    text: str
    worth: Share | None
    often: Share | None
    is_taken: bool


class Decision(msgspec.Struct, frozen=True):
    """What the best bot makes of one decision; `by_bot` if it was its own."""

    title: str
    rows: tuple[Row, ...]
    by_bot: bool

    @property
    def has_worth(self) -> bool:
        """Return whether any option has a figure."""
        return any(row.worth for row in self.rows)

    @property
    def has_often(self) -> bool:
        """Return whether any option tells how often it is chosen."""
        return any(row.often for row in self.rows)


def decisions_at(shown: "Screening", entry: int) -> tuple[Decision, ...]:
    """Return what the best bot makes of what these eyes had to decide or to say after that entry.

    Nothing before the end of the match, or for eyes that decide nothing.
    """
    reel, viewer = shown.reel, shown.eyes.viewer
    game, state = reel.game, reel.states[entry]
    if viewer.seat is None or not shown.match.is_over or game.outcome(state) is not None:
        return ()
    later = [turn for turn in reel.turns[entry + 1 :] if turn.seat == viewer.seat]
    if game.insight is None or not later:
        return ()
    choices = game.choices(state, viewer.seat)
    found = game.insight.weigh(game.view(state, viewer), choices, [turn.action for turn in later])
    is_best = shown.scene.faces[viewer.seat].bot in ("", game.usual_bot)
    by_bot = is_best and later[0].by == "bot"
    return tuple(_decision(shown, weighing, by_bot=by_bot) for weighing in found)


def _decision(shown: "Screening", weighing: Weighing, *, by_bot: bool) -> Decision:
    rows = tuple(_row(shown, option) for option in weighing.options)
    return Decision(_(weighing.title), rows, by_bot)


def _row(shown: "Screening", option: Option) -> Row:
    return Row(
        text=figures.plainly(shown, Finding(option.line)),
        worth=_share(option.worth, places=1),
        often=_share(option.often, places=0),
        is_taken=option.is_taken,
    )


def _share(value: float | None, places: int) -> Share | None:
    return None if value is None else Share(round(100 * value, 1), figures.percent(value, places))
