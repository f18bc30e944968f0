"""Noir: Killer vs. Inspector, for two: find the other before the other finds you."""

from typing import get_args

from games.engine.game import Game, Knowledge, Pages, Records, Sides, Start, Waiting, Words
from games.engine.text import gettext_noop
from games.noir.actions import Action
from games.noir.bots.bot import BOTS
from games.noir.dealing import Options, Setup, deal, deal_recorded, extract_setup
from games.noir.deductions import deductions
from games.noir.errors import refusal
from games.noir.events import Event
from games.noir.insight.reading import INSIGHT
from games.noir.labels import ENDINGS, LABELS
from games.noir.lesson import LESSON
from games.noir.log import describe
from games.noir.pieces import SIDES
from games.noir.primer import PRIMER
from games.noir.regions import REGIONS
from games.noir.rules import (
    choices,
    decide,
    invited,
    outcome,
    redealable,
    side_of,
    to_act,
)
from games.noir.specimens import SPECIMENS
from games.noir.stages import beat, stages
from games.noir.state import PlayedPhase, State, evolve
from games.noir.view import View, view

GAME: Game[State, Action, Event, View] = Game(
    key="noir",
    name=gettext_noop("Noir: Killer vs. Inspector"),
    seats=range(2, 3),
    sides=Sides(
        names=SIDES,
        of=side_of,
        largest=lambda _players: 1,
        usual_shares={2: 0.49},  # people win almost as often as killer as they do as inspector
    ),
    start=Start(options=Options, empty=State(), deal=deal, redealable=redealable),
    to_act=to_act,
    choices=choices,
    refusal=refusal,
    decide=decide,
    evolve=evolve,
    outcome=outcome,
    view=view,
    describe=describe,
    bots=BOTS,
    records=Records(
        actions=Action,
        events=Event,
        setup=Setup,
        deal=deal_recorded,
        extract_setup=extract_setup,
        draws={"grid": "grid", "evidence": "evidence"},
    ),
    waiting=Waiting(invited=invited),
    words=Words(
        endings=ENDINGS,
        seats=(LABELS["killer"], LABELS["inspector"]),
        labels=LABELS,
        options={"notebook": gettext_noop("Deduction notebook for every player")},
    ),
    knowledge=Knowledge(deductions=deductions, insight=INSIGHT),
    pages=Pages(
        regions=REGIONS,
        beat=beat,
        stages=stages,
        deals_letters=True,
        primer=PRIMER,
        lesson=LESSON,
        phases=get_args(PlayedPhase),
        specimens=SPECIMENS,
    ),
)
