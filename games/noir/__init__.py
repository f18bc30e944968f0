"""Noir: Killer vs. Inspector, for two: find the other before the other finds you."""

from games.engine.game import Game, gettext_noop
from games.noir.actions import Action
from games.noir.bot import BOTS
from games.noir.certainty import knows
from games.noir.dealing import Options, Setup, deal, set_up, setup_of
from games.noir.events import Event
from games.noir.insight import INSIGHT
from games.noir.pieces import SIDES
from games.noir.refusals import refusal
from games.noir.rules import (
    choices,
    decide,
    invited,
    outcome,
    redealable,
    side_of,
    to_act,
)
from games.noir.state import State, evolve
from games.noir.telling import tell
from games.noir.view import View, view
from games.noir.words import ENDINGS, WORDS

GAME: Game[State, Action, Event, View] = Game(
    key="noir",
    name=gettext_noop("Noir: Killer vs. Inspector"),
    seats=range(2, 3),
    sides=SIDES,
    chairs=(WORDS["killer"], WORDS["inspector"]),
    actions=Action,
    events=Event,
    setup=Setup,
    options=Options,
    empty=State(),
    deal=deal,
    set_up=set_up,
    setup_of=setup_of,
    draws={"grid": "grid", "evidence": "evidence"},
    reshuffle=lambda event: None,
    choices=choices,
    refusal=refusal,
    to_act=to_act,
    invited=invited,
    decide=decide,
    evolve=evolve,
    view=view,
    tell=tell,
    outcome=outcome,
    silent=lambda state: (),
    gone=lambda state: (),
    side_of=side_of,
    redealable=redealable,
    bots=BOTS,
    endings=ENDINGS,
    words=WORDS,
    knows=knows,
    insight=INSIGHT,
    option_labels={
        "notebook": gettext_noop("Keep a notebook for each player of what is still possible")
    },
)
