"""The labels of names, and the lines on certain knowledge."""

import msgspec

from games.engine.seats import EVERYTHING, PUBLIC, Viewer
from games.noir import GAME
from games.noir.actions import Action, Deduce, Murder
from games.noir.labels import ENDINGS, LABELS
from tests.noir.play import played
from tests.noir.table import (
    INSPECTORS_EYES,
    KILLERS_EYES,
    alternately,
    cell,
    cells,
    in_words,
    opened,
)


def certain(state: object, viewer: Viewer) -> list[str]:
    return [in_words(line) for line in GAME.knowledge.deductions(state, viewer)]


def test_every_action_field_and_side_has_a_label() -> None:
    for kind in Action.__args__:
        assert kind.__struct_config__.tag in LABELS
        assert set(kind.__struct_fields__) <= LABELS.keys()
    assert set(GAME.records.setup.__struct_fields__) <= LABELS.keys()
    assert {f"side/{side}" for side in GAME.sides.names} <= LABELS.keys()


def test_every_kind_of_moment_has_a_label() -> None:
    kinds = set()
    for seed in range(30):
        before = GAME.start.empty
        for _, turn in played(seed, ends=0.1):
            for event in turn.events:
                line = GAME.describe(before, event, EVERYTHING)
                kinds |= {line.kind} if line else set()
                before = GAME.evolve(before, event)
    assert {f"kind/{kind}" for kind in kinds} == {w for w in LABELS if w.startswith("kind/")}


def test_every_ending_has_a_sentence() -> None:
    ends = [list(played(seed, ends=0.1))[-1][0].outcome for seed in range(20)]
    assert {end.reason for end in ends if end} <= ENDINGS.keys()


def test_the_killer_knows_its_cards_and_who_the_inspector_can_be() -> None:
    state = opened(0, 24, 10, 14, 18, 23, victim=1)
    others = ", ".join(cells(*(n for n in range(25) if n not in (0, 1, 24))))
    assert certain(state, KILLERS_EYES) == [
        f"Killer is {cell(0)}, with {cell(24)} as disguise.",
        f"Inspector could be any of 22 suspects: {others}.",
    ]


def test_the_inspector_knows_its_cards_and_who_the_killer_can_be() -> None:
    state = opened(0, 24, 10, 14, 18, 23, victim=1)
    assert certain(state, INSPECTORS_EYES) == [
        f"Inspector is {cell(10)}.",
        f"Inspector holds the cards of {', '.join(cells(14, 18, 23))}.",
        f"Killer could be any of 5 suspects: {', '.join(cells(0, 2, 5, 6, 7))}.",
        "Of 600 pairs of identity and disguise, 100 are still possible.",
    ]


def test_the_public_knows_what_the_record_says() -> None:
    state = opened(0, 24, 10, 14, 18, 23, victim=1)
    told = certain(state, PUBLIC)
    assert told[0] == f"Killer could be any of 5 suspects: {', '.join(cells(0, 2, 5, 6, 7))}."
    assert told[1].startswith("Inspector could be any of 24 suspects: ")


def test_a_viewer_who_sees_all_knows_all_cards_and_so_does_everybody_at_the_end() -> None:
    state = opened(0, 24, 10, 14, 18, 23, victim=1)
    assert len(certain(state, EVERYTHING)) == 3
    over = alternately(state, Murder(cell(6)), Deduce(cells(0, 24)))
    assert certain(over, PUBLIC) == certain(over, KILLERS_EYES) == certain(state, EVERYTHING)


def test_without_the_notebook_the_page_counts_nothing_for_anybody() -> None:
    state = msgspec.structs.replace(opened(0, 24, 10, 14, 18, 23, victim=1), notebook=False)
    assert certain(state, PUBLIC) == []
    assert len(certain(state, KILLERS_EYES)) == 1
    assert certain(GAME.start.empty, PUBLIC) == []
