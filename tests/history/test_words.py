"""Every game has labels for the actions, fields, sides and ends that history pages show."""

import typing

import pytest

from games.catalog import GAMES


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_every_action_field_and_side_has_a_label(game):
    actions = typing.get_args(game.records.actions)
    names = {action.__struct_config__.tag for action in actions}
    names |= {field for action in actions for field in action.__struct_fields__}
    names |= set(game.records.setup.__struct_fields__)
    assert names - set(game.words.labels) == set()
    assert {f"side/{side}" for side in game.sides.names} <= set(game.words.labels)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_every_reason_of_the_record_has_a_sentence(game):
    assert game.words.endings
    assert all(text.endswith(".") for text in game.words.endings.values())
