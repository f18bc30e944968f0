"""How the sights of two engines are compared."""

from tests.engines.sight import Piece, differences

BUTTON = Piece("button", "Ja!", 5, 10, 2, 1)
TITLE = Piece("h1", "The vote", 5, 2, 3, 0.5)


def test_fonts_and_lines_of_another_size_are_not_a_difference():
    assert differences([BUTTON, TITLE], [TITLE, BUTTON._replace(x=5.4, y=9.7, width=2.6)]) == []


def test_an_element_that_only_one_engine_shows_is_a_difference():
    twin = BUTTON._replace(x=8)
    assert differences([BUTTON, twin], [BUTTON]) == [f"only in the first: {twin}"]
    assert differences([], [TITLE]) == [f"only in the second: {TITLE}"]


def test_another_position_or_another_text_is_a_difference():
    there, other = TITLE._replace(y=4), TITLE._replace(says="The veto")
    assert differences([TITLE], [there]) == [f"elsewhere: {TITLE}, {there}"]
    assert len(differences([TITLE], [other])) == 2


def test_an_element_cut_off_by_an_edge_may_be_visible_in_only_one_engine():
    assert differences([TITLE._replace(y=11.6)], []) == []
    assert differences([TITLE._replace(y=0)], []) != []
