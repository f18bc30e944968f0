"""The notebook of a running match of Secret Hitler: for its own seat, where the table allows it."""

from games.engine.seats import PUBLIC, Seat, Viewer
from games.matches import fragments, scenes, tables
from games.matches.folds import fold_of
from tests.history.play import finished, play_on, started

ON = {"notebook": True}


def page(client, match):
    return client.get(f"/match/{match.code}/").content.decode()


def test_a_seat_reads_its_own_notebook_and_a_spectator_none(five, browser_of, stranger):
    match = play_on(started("secret-hitler", five, options=ON), 40)
    assert match.is_running
    for user in five:
        shown = page(browser_of(user), match)
        assert shown.count('id="notebook"') == 1
        assert shown.count("judged-share") in (8, 12)  # four others, two questions; three for spies
    assert 'id="notebook"' not in page(stranger, match)


def test_where_the_table_allows_none_nobody_has_one(five, browser_of):
    match = play_on(started("secret-hitler", five), 40)
    assert not any("judged-share" in page(browser_of(user), match) for user in five)


def test_once_it_is_over_there_is_no_notebook_but_the_page_for_all(five, browser_of, stranger):
    match = finished("secret-hitler", five, seed=3, options=ON)
    assert 'id="notebook"' not in page(browser_of(five[0]), match)
    assert stranger.get(f"/match/{match.code}/insight/").status_code == 200


def test_notebooks_hold_what_their_seat_could_know(five):
    match = play_on(started("secret-hitler", five, options=ON), 40)
    scene, fold = scenes.scene_of(match), fold_of(match)
    for seat in range(5):
        view = fold.game.view(fold.state, Viewer(Seat(seat)))
        text = fragments.choices(scene, Viewer(Seat(seat)))
        for question in ("party", "hitler"):
            for one in fold.game.insight.read(view).answers[question]:
                if not one.certain and one.seat != seat:
                    assert f">{round(100 * one.value)}&nbsp;%<" in text
    assert "judged" not in fragments.choices(scene, PUBLIC)


def test_whoever_sits_down_is_told_of_it_before(five, browser_of):
    match = tables.open_match(
        host=five[0],
        game="secret-hitler",
        visibility="public",
        options=ON,
        seats_min=5,
        seats_max=5,
    )
    assert "Keep a notebook for each player" in page(browser_of(five[1]), match)
