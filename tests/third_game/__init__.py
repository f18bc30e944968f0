"""Nightfall: a small third game, which lives in this folder alone and shows what the contract asks.

3 to 6 players: one wolf (two from five players on, who know each other), one seer, villagers. At
night each wolf silences somebody, and the seer looks at somebody's role. Who has something to do
at night is secret, so everybody is waited for. At dawn a die is thrown and the silenced are named:
they have no vote. Then the others vote for whom to banish; nobody sees a vote before the last is
in. Most votes banish. On a tie nobody goes, unless the die shows a six: then the first of them in
seat order. The village wins if a wolf is banished.
"""

from games.engine.game import Game, Records, Sides, Start, Talk, Waiting
from tests.third_game import actions, dealing, events, rules
from tests.third_game.log import describe
from tests.third_game.state import State, evolve
from tests.third_game.view import View, view

GAME: Game[State, actions.Action, events.Event, View] = Game(
    key="nightfall",
    name="Nightfall",
    seats=range(3, 7),
    sides=Sides(names=("village", "wolves"), of=rules.side_of, largest=dealing.largest_side),
    start=Start(
        options=dealing.Options,
        empty=State(),
        deal=dealing.deal,
        redealable=lambda state: state.phase == "night",
    ),
    to_act=rules.to_act,
    choices=rules.choices,
    refusal=rules.refusal,
    decide=rules.decide,
    evolve=evolve,
    outcome=lambda state: state.ended,
    view=view,
    describe=describe,
    bots={"random": rules.random_bot, "simple": rules.random_bot},
    records=Records(
        actions=actions.Action,
        events=events.Event,
        setup=dealing.Setup,
        deal=dealing.deal_recorded,
        extract_setup=dealing.extract_setup,
        draws={"roles": "roles"},
        chance_of=dealing.chance_of,
    ),
    waiting=Waiting(secret_duties=rules.secret_duties),
    talk=Talk(muted_seats=lambda state: state.silenced if state.phase == "vote" else ()),
)
