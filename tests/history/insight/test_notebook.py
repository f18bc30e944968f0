"""The notebook of a running match of Secret Hitler: for its own seat, if the table allows it."""

from games.engine.insight import PEOPLE
from games.engine.seats import PUBLIC, Seat, Viewer
from games.matches.drawing import page_states
from games.matches.lobby import services as lobby
from games.matches.page import fragments
from games.matches.play.memory import projection_of
from tests.history.play import NOT_OVER, finished, play_on, started

ON = {"notebook": True}


def page(client, match):
    return client.get(f"/match/{match.code}/").content.decode()


def test_a_seat_sees_its_own_notebook_and_a_spectator_sees_none(five, browser_of, stranger):
    match = play_on(started("secret-hitler", five, options=ON), NOT_OVER)
    assert match.is_running
    for user in five:
        shown = page(browser_of(user), match)
        assert shown.count('class="notebook-page"') == 1
        assert shown.count("judged-share") in (8, 12)  # four others, two questions; three for spies
    assert 'class="notebook-page"' not in page(stranger, match)


def test_nobody_has_a_notebook_at_a_table_without_notebooks(five, browser_of):
    match = play_on(started("secret-hitler", five), NOT_OVER)
    assert not any("judged-share" in page(browser_of(user), match) for user in five)


def test_after_the_match_a_page_for_everybody_replaces_the_notebook(five, browser_of, stranger):
    match = finished("secret-hitler", five, seed=3, options=ON)
    assert 'class="notebook-page"' not in page(browser_of(five[0]), match)
    assert stranger.get(f"/match/{match.code}/insight/").status_code == 200


def test_notebooks_hold_what_their_seat_could_know(five):
    match = play_on(started("secret-hitler", five, options=ON), NOT_OVER)
    page_state, projection = page_states.page_state_of(match), projection_of(match)
    for seat in range(5):
        view, insight = (
            projection.game.view(projection.state, Viewer(Seat(seat))),
            projection.game.knowledge.insight,
        )
        text = "".join(fragments.texts(page_state, Viewer(Seat(seat))).values())
        for question in ("fascist", "hitler"):
            for one in insight.read(view, insight.models[PEOPLE]).answers[question]:
                if not one.certain and one.seat != seat:
                    assert f">{round(100 * one.value)}&nbsp;%<" in text
    assert "judged" not in "".join(fragments.texts(page_state, PUBLIC).values())


def test_players_see_whether_there_is_a_notebook_before_they_sit_down(five, browser_of):
    match = lobby.open_match(
        host=five[0],
        game="secret-hitler",
        visibility="public",
        options=ON,
        seats_min=5,
        seats_max=5,
    )
    assert "Deduction notebook for every player" in page(browser_of(five[1]), match)
