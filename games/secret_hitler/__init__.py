"""Secret Hitler, for 5 to 10 players: the rules, the views and the bots.

The game is by Mike Boxleiter, Tommy Maranges, Max Temkin and Mac Schubert, CC BY-NC-SA 4.0;
see LICENSE.md beside this file.
"""

from games.engine.game import Game, gettext_noop
from games.secret_hitler import actions, dealing, events, rules
from games.secret_hitler.bot import BOTS
from games.secret_hitler.certainty import knows
from games.secret_hitler.honesty import statements
from games.secret_hitler.insight import INSIGHT
from games.secret_hitler.log import tell
from games.secret_hitler.pieces import PLAYERS
from games.secret_hitler.refusals import refusal
from games.secret_hitler.state import EMPTY, State, evolve
from games.secret_hitler.view import View, view
from games.secret_hitler.words import ENDINGS, WORDS

GAME: Game[State, actions.Action, events.Event, View] = Game(
    key="secret-hitler",
    name=gettext_noop("Secret Hitler"),
    seats=PLAYERS,
    sides=("liberal", "fascist"),
    actions=actions.Action,
    events=events.Event,
    setup=dealing.Setup,
    options=dealing.Options,
    empty=EMPTY,
    deal=dealing.deal,
    set_up=dealing.set_up,
    setup_of=dealing.setup_of,
    draws=dealing.DRAWS,
    reshuffle=dealing.reshuffle,
    choices=rules.choices,
    refusal=refusal,
    to_act=rules.to_act,
    invited=rules.invited,
    decide=rules.decide,
    evolve=evolve,
    lot=rules.drawn_by_lot,
    view=view,
    tell=tell,
    outcome=rules.outcome,
    silent=rules.silent,
    gone=rules.gone,
    side_of=rules.side_of,
    redealable=rules.redealable,
    bots=BOTS,
    endings=ENDINGS,
    words=WORDS,
    knows=knows,
    statements=statements,
    insight=INSIGHT,
    option_labels={
        "notebook": gettext_noop("Keep a notebook for each player of what follows and is likely")
    },
    credit=gettext_noop(
        "Secret Hitler is a game by Mike Boxleiter, Tommy Maranges, Max Temkin and Mac Schubert"
        " (https://secrethitler.com), licensed under CC BY-NC-SA 4.0. This adaptation for a"
        " digital table is under the same licence; its makers do not endorse it."
    ),
)
