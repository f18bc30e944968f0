"""Nightfall: a small third game, which lives in this folder alone and shows what the contract asks.

3 to 6 players: one wolf (two from five players on, who know each other), one seer, villagers. At
night each wolf silences somebody, and the seer looks at somebody's role. Who has something to do
at night is secret, so everybody is waited for. At dawn a die is thrown and the silenced are named:
they have no vote. Then the others vote for whom to banish; nobody sees a vote before the last is
in. Most votes banish. On a tie nobody goes, unless the die shows a six: then the first of them in
seat order. The village wins if a wolf is banished.
"""

from games.engine.game import Game, Records, Talk
from tests.third_game import actions, dealing, events, rules
from tests.third_game.log import tell
from tests.third_game.state import State, evolve
from tests.third_game.view import View, view

GAME: Game[State, actions.Action, events.Event, View] = Game(
    key="nightfall",
    name="Nightfall",
    seats=range(3, 7),
    sides=("village", "wolves"),
    actions=actions.Action,
    events=events.Event,
    options=dealing.Options,
    empty=State(),
    deal=dealing.deal,
    choices=rules.choices,
    refusal=rules.refusal,
    to_act=rules.to_act,
    secret_duties=rules.secret_duties,
    decide=rules.decide,
    evolve=evolve,
    outcome=lambda state: state.ended,
    side_of=rules.side_of,
    largest_side=dealing.largest_side,
    redealable=lambda state: state.phase == "night",
    view=view,
    describe=tell,
    bots={"random": rules.random_bot, "simple": rules.random_bot},
    records=Records(
        setup=dealing.Setup,
        deal=dealing.set_up,
        extract_setup=dealing.setup_of,
        draws={"roles": "roles"},
        chance_of=dealing.chance_of,
    ),
    talk=Talk(muted_seats=lambda state: state.silenced if state.phase == "vote" else ()),
)
