"""Secret Hitler, for 5 to 10 players: the rules, the views and the bots.

The game is by Mike Boxleiter, Tommy Maranges, Max Temkin and Mac Schubert, CC BY-NC-SA 4.0;
see LICENSE.md in this folder.
"""

from typing import get_args

from games.engine.game import (
    Game,
    Knowledge,
    Pages,
    Records,
    Sides,
    Start,
    Talk,
    Waiting,
    Words,
)
from games.engine.text import gettext_noop
from games.secret_hitler import actions, choices, dealing, events, rules
from games.secret_hitler.bets import BETS
from games.secret_hitler.bots.bot import BOTS
from games.secret_hitler.claims import claims
from games.secret_hitler.deductions import deductions
from games.secret_hitler.errors import refusal
from games.secret_hitler.insight.reading import INSIGHT
from games.secret_hitler.insight.win_rates import BY_PLAYERS
from games.secret_hitler.labels import ENDINGS, LABELS
from games.secret_hitler.lesson import LESSON
from games.secret_hitler.log import describe, tale
from games.secret_hitler.pieces import PLAYERS, PlayedPhase
from games.secret_hitler.primer import PRIMER
from games.secret_hitler.regions.news import beat, stages
from games.secret_hitler.regions.public import REGIONS
from games.secret_hitler.specimens import SPECIMENS
from games.secret_hitler.state import EMPTY, State, evolve
from games.secret_hitler.view import View, own_view, view

GAME: Game[State, actions.Action, events.Event, View] = Game(
    key="secret-hitler",
    name=gettext_noop("Secret Hitler"),
    seats=PLAYERS,
    sides=Sides(
        names=("liberal", "fascist"),
        of=rules.side_of,
        largest=dealing.largest_side,
        usual_shares=BY_PLAYERS,
    ),
    start=Start(
        options=dealing.Options, empty=EMPTY, deal=dealing.deal, redealable=rules.redealable
    ),
    to_act=choices.to_act,
    choices=choices.choices,
    refusal=refusal,
    decide=rules.decide,
    evolve=evolve,
    outcome=rules.outcome,
    view=view,
    own_view=own_view,
    describe=describe,
    bots=BOTS,
    records=Records(
        actions=actions.Action,
        events=events.Event,
        setup=dealing.Setup,
        deal=dealing.deal_recorded,
        extract_setup=dealing.extract_setup,
        draws=dealing.DRAWS,
        chance_of=dealing.chance_of,
    ),
    waiting=Waiting(invited=choices.invited, clock_event=rules.clock_event),
    words=Words(
        endings=ENDINGS,
        tale=tale,
        labels=LABELS,
        options={"notebook": gettext_noop("Deduction notebook for every player")},
        credit=gettext_noop(
            "Secret Hitler is a game by Mike Boxleiter, Tommy Maranges, Max Temkin and Mac Schubert"
            " (https://secrethitler.com), licensed under CC BY-NC-SA 4.0. This adaptation for a"
            " digital table is under the same licence; its makers do not endorse it."
        ),
    ),
    talk=Talk(
        muted_seats=choices.muted_seats,
        eliminated=choices.eliminated,
        bets=BETS,
        timekeeper=choices.timekeeper,
    ),
    knowledge=Knowledge(deductions=deductions, claims=claims, insight=INSIGHT),
    pages=Pages(
        regions=REGIONS,
        deals_letters=True,
        beat=beat,
        stages=stages,
        primer=PRIMER,
        lesson=LESSON,
        phases=get_args(PlayedPhase)[1:],
        specimens=SPECIMENS,
    ),
)
