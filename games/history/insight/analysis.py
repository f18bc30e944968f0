"""The best bot's analysis of the decisions in a finished match, in the reader's language."""

from typing import TYPE_CHECKING

import msgspec
from django.utils.translation import gettext as _

from games.engine.insight import DecisionAnalysis, Finding, WeighedOption
from games.history.insight import formatting

if TYPE_CHECKING:
    from games.history.replay.replay import Replay


class BarShare(msgspec.Struct, frozen=True):
    """A value from 0 to 1: the length of its bar, out of 100, and its text."""

    width: float
    text: str


class OptionRow(msgspec.Struct, frozen=True):
    """One option: its worth, and how often the bot would choose it, if known."""

    text: str
    worth: BarShare | None
    often: BarShare | None
    is_taken: bool


class Decision(msgspec.Struct, frozen=True):
    """The best bot's analysis of one decision; `by_bot` if a bot made it."""

    title: str
    rows: tuple[OptionRow, ...]
    by_bot: bool

    @property
    def has_worth(self) -> bool:
        """Return whether any option has a worth."""
        return any(row.worth for row in self.rows)

    @property
    def has_often(self) -> bool:
        """Return whether any option has a frequency of the bot's choice."""
        return any(row.often for row in self.rows)


def decisions_at(replay: "Replay", entry: int) -> tuple[Decision, ...]:
    """Return the best bot's analysis of this viewer's decisions or claims after that entry.

    It is empty before the end of the match, and for viewers without decisions.
    """
    timeline, viewer = replay.timeline, replay.perspective.viewer
    game, state = timeline.game, timeline.states[entry]
    if viewer.seat is None or not replay.match.is_over or game.outcome(state) is not None:
        return ()
    later = [turn for turn in timeline.turns[entry + 1 :] if turn.seat == viewer.seat]
    if game.knowledge.insight is None or not later:
        return ()
    choices = game.choices(state, viewer.seat)
    analyses = game.knowledge.insight.weigh(
        game.view(state, viewer), choices, [turn.action for turn in later]
    )
    is_best = replay.page_state.faces[viewer.seat].bot in ("", game.usual_bot)
    by_bot = is_best and later[0].by == "bot"
    return tuple(_decision(replay, decision, by_bot=by_bot) for decision in analyses)


def _decision(replay: "Replay", decision: DecisionAnalysis, *, by_bot: bool) -> Decision:
    rows = tuple(_row(replay, option) for option in decision.options)
    return Decision(_(decision.title), rows, by_bot)


def _row(replay: "Replay", option: WeighedOption) -> OptionRow:
    return OptionRow(
        text=formatting.plain_finding_text(replay, Finding(option.line)),
        worth=_share(option.worth, places=1),
        often=_share(option.often, places=0),
        is_taken=option.is_taken,
    )


def _share(value: float | None, places: int) -> BarShare | None:
    return (
        None
        if value is None
        else BarShare(round(100 * value, 1), formatting.percent(value, places))
    )
