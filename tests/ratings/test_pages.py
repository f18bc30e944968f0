"""Leaderboards and people's pages: visibility and parameters."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts import privacy
from accounts.models import User
from games.catalog import GAMES
from games.charts import lines as charts
from games.charts.lines import Point, Series
from games.matches.models import Match
from games.ratings import queries, services
from games.ratings.models import GLOBAL, Pool, Rating
from tests.history.play import people, play_on, started
from tests.matches.seating import browser
from tests.ratings.history import BEGIN, crowd, ended, many, random_rows

pytestmark = pytest.mark.django_db


def page(address: str, user: User | None = None) -> str:
    response = browser(user).get(address)
    assert response.status_code == 200
    return unescape(response.content.decode())


def names(text: str) -> list[str]:
    """Return the listed names, in order."""
    return re.findall(r'class="rating-name"[^>]*><bdi>([^<]+)</bdi>', text)


def hide(user: User) -> None:
    User.objects.filter(pk=user.pk).update(history_audience=User.Audience.SELF)
    user.refresh_from_db()


def test_a_sides_leaderboard_has_its_plural_name():
    assert queries.side_name(GAMES["secret-hitler"], "liberal") == "Liberals"


@pytest.fixture
def users():
    return crowd(12)


@pytest.fixture
def ranked(users):
    """Return people with a dozen matches each, the best first."""
    rows: list = []
    for n in range(12):
        at = BEGIN + timedelta(hours=n)
        killer_first = users[:2] if n % 2 else users[1::-1]
        rows.append(("noir", killer_first, "killer" if n % 2 else "inspector", at))
        rows.append(("secret-hitler", users[:5], "liberal", at))
        rows.append(("secret-hitler", users[5:10], "fascist", at))
    many(rows)
    services.catch_up()
    return users


@pytest.mark.parametrize("address", ["/ratings/", *(f"/ratings/{key}/" for key in GAMES)])
def test_without_a_rated_match_every_page_says_so(address):
    assert "Nobody has 10 rated matches yet." in page(address)


def test_the_best_proven_players_are_listed_first(ranked):
    text = page("/ratings/secret-hitler/")
    listed = names(text)
    rows = queries.visible_ratings(Pool.objects.get(game="secret-hitler"), "", AnonymousUser())
    assert listed == [row.user.name for row in rows]
    assert set(listed[:5]) == {f"Player {n}" for n in (0, 1, 2, 8, 9)}
    floors = [row.at_least for row in rows]
    assert floors == sorted(floors, reverse=True)


def test_a_player_with_too_few_matches_is_not_listed_but_sees_their_progress(users):
    for n in range(4):
        ended("secret-hitler", users[:5], "liberal", BEGIN + timedelta(hours=n))
    services.catch_up()
    assert names(page("/ratings/secret-hitler/")) == []
    empty = page("/ratings/secret-hitler/")
    assert "5 players have started." in empty
    assert 'href="?least=1">Show players who have started' in empty
    assert "You have played 4 of the 10 matches" in page("/ratings/secret-hitler/", users[0])
    assert len(names(page("/ratings/secret-hitler/?least=1"))) == 5


def test_the_viewers_own_row_is_marked(ranked):
    text = page("/ratings/secret-hitler/", ranked[7])
    [row] = re.findall(r'<tr class="is-own">.*?</tr>', text, re.DOTALL)
    assert "Player 7" in row
    assert ">you</span>" in row
    assert "is-own" not in page("/ratings/secret-hitler/")


def test_noir_has_a_leaderboard_for_each_side(ranked):
    first, second = ranked[:2]
    combined = page("/ratings/noir/")
    assert 'aria-current="true">Combined<' in combined
    assert names(combined) == [first.name, second.name]
    killers = page("/ratings/noir/?side=killer&least=1")
    row = Rating.objects.get(user=first, side="killer")
    assert f"{row.rating:.0f}</span>" in killers
    assert 'aria-current="true">Killer<' in killers
    assert "side=" not in page("/ratings/secret-hitler/")


def test_the_viewers_place_on_another_page_is_stated(users, monkeypatch):
    monkeypatch.setattr(queries, "PAGE", 4)
    many([row for row in random_rows(users, 400) if row[0] == "secret-hitler"])
    services.catch_up()
    first, second = (page(f"/ratings/secret-hitler/?page={n}") for n in (1, 2))
    assert len(names(first)) == len(names(second)) == 4
    assert not set(names(first)) & set(names(second))
    assert "Page 2 of 3" in second
    assert re.search(r'<td class="number figure">5</td>', second)
    sixth = User.objects.get(display_name=names(second)[1])
    text = page("/ratings/secret-hitler/", sixth)
    assert "You are ranked number 6:" in text
    assert 'href="?page=2">Go there' in text
    assert "You are ranked number" not in page("/ratings/secret-hitler/?page=2", sixth)


def test_a_player_who_hides_their_matches_is_only_on_their_own_leaderboard(ranked):
    hidden = ranked[0]
    hide(hidden)
    for address in ("/ratings/", "/ratings/secret-hitler/", "/ratings/noir/?side=killer&least=1"):
        for other in (None, ranked[1]):
            text = page(address, other)
            assert hidden.name not in names(text)
            assert str(hidden.public_id) not in text
        assert hidden.name in names(page(address, hidden))
    others = page("/ratings/secret-hitler/", ranked[1])
    places = re.findall(r'<td class="number figure">(\d+)</td>', others)
    assert places == [str(n) for n in range(1, 10)]  # and no gap tells where
    assert "Only you see yourself here" in page("/ratings/secret-hitler/", hidden)


def test_a_deactivated_player_is_on_no_leaderboard(ranked):
    User.objects.filter(pk=ranked[0].pk).update(is_active=False)
    assert ranked[0].name not in names(page("/ratings/secret-hitler/"))


@pytest.mark.parametrize(
    "query",
    ["side=green", "least=0", "least=-1", "least=ten", "least=9999999999", "page=0", "page=x",
     "page=99999999999999999999", "side=%00", "least=²", "pool=", "page=-1"],
)  # fmt: skip
def test_any_query_string_gets_a_page(ranked, query):
    for key in GAMES:
        assert names(page(f"/ratings/{key}/?{query}"))


@pytest.mark.parametrize(
    "address", ["/ratings/chess/", "/ratings/noir/?pool=league:1", "/ratings/noir/?pool=%00"]
)
def test_an_unknown_game_or_pool_is_not_found(address):
    assert browser().get(address).status_code == 404
    assert browser().post("/ratings/").status_code == 405


def test_a_leagues_leaderboard_exists_only_once_it_is_public(ranked):
    for match in Match.objects.filter(game="noir"):
        services.rate(match, "league:1")
    address = "/ratings/noir/?pool=league:1"
    assert browser(ranked[0]).get(address).status_code == 404
    title = "<b>Alpha</b> & Sons"
    services.describe(pool_key="league:1", game_key="noir", title=title, is_public=True)
    response = browser().get(address)
    assert response.status_code == 200
    assert "<b>Alpha" not in response.content.decode()
    assert title in unescape(response.content.decode())
    assert names(page(address)) == [ranked[0].name, ranked[1].name]
    assert "pool=league%3A1&side=killer" in page(address)
    services.describe(pool_key="league:1", game_key="noir", title=title, is_public=False)
    assert browser().get(address).status_code == 404


def test_an_unfinished_pool_is_shown_to_nobody(ranked):
    Pool.objects.filter(game="noir").update(state=Pool.State.DRAFT)
    assert names(page("/ratings/noir/")) == []
    assert "rating-noir" not in page(ranked[0].get_absolute_url())


def test_a_page_takes_as_many_queries_for_many_rows_as_for_few(
    ranked, django_assert_max_num_queries
):
    with django_assert_max_num_queries(6):
        page("/ratings/secret-hitler/")


def test_no_page_shows_anything_of_a_running_match():
    five = people("ada", "ben", "chiyo", "dario", "elif")
    match = play_on(started("secret-hitler", five), 20)
    assert match.is_running
    services.catch_up()
    for user in (None, five[0]):
        for address in ("/ratings/secret-hitler/?least=1", five[0].get_absolute_url()):
            assert 'class="rating-figure"' not in page(address, user)
    assert privacy.export(five[0])["ratings"] == []


def test_a_persons_page_shows_ratings_with_history_as_chart_and_text(ranked):
    text = page(ranked[0].get_absolute_url())
    row = Rating.objects.get(user=ranked[0], pool__game="secret-hitler")
    assert f"{row.rating:.0f}</span>" in text
    assert f"± {1.96 * row.deviation:.0f}" in text
    assert "12 matches" in text
    assert text.count('class="rating-line') == 3  # one game, and two sides of the other
    assert text.count("<caption>") == 3
    assert "Killer" in text
    [table] = re.findall(r"<caption>Rating</caption>.*?</table>", text, re.DOTALL)
    assert table.count("<tr>") == 1 + 12
    assert "provisional" in text  # six matches on each side of Noir


def test_only_the_person_sees_their_own_hidden_ratings(ranked):
    hide(ranked[0])
    assert "rating-line" not in page(ranked[0].get_absolute_url(), ranked[1])
    assert "± " not in page(ranked[0].get_absolute_url())
    assert "rating-line" in page(ranked[0].get_absolute_url(), ranked[0])


def test_a_person_without_rated_matches_has_no_empty_charts(users):
    assert "rating" not in page(users[11].get_absolute_url()).split("<main")[1]


def test_the_export_contains_every_rating_and_change(ranked):
    kept = privacy.export(ranked[0])["ratings"]
    kinds = [(one["pool"], one["game"], one["side"], one["matches"]) for one in kept]
    assert kinds == [
        (GLOBAL, "noir", "", 12),
        (GLOBAL, "noir", "inspector", 6),
        (GLOBAL, "noir", "killer", 6),
        (GLOBAL, "secret-hitler", "", 12),
    ]
    for one in kept:
        assert len(one["changes"]) == one["matches"]
        assert one["changes"][-1]["after"] == one["rating"]
    assert privacy.export(ranked[11])["ratings"] == []


def test_a_chart_stays_within_its_frame_whatever_the_ratings():
    points = tuple(
        Point(BEGIN + timedelta(days=n**2), 1500 + (-1) ** n * 5 * n, 700 / (n + 1))
        for n in range(300)
    )
    drawn = charts.draw([Series("a", "", points), Series("b", "", points[:1])])
    assert drawn is not None
    assert len(drawn.lines[0].series.points) <= charts.COLUMNS + 1
    assert drawn.lines[0].series.points[-1] == points[-1]
    assert 2 <= len(drawn.grid) <= charts.LINES + 1
    for line in drawn.lines:
        for x, y in re.findall(r"([\d.]+) ([\d.]+)", line.path + line.band):
            assert charts.LEFT <= float(x) <= charts.WIDTH - charts.RIGHT
            assert charts.TOP <= float(y) <= charts.HEIGHT - charts.BOTTOM


def test_a_chart_of_no_or_one_match_can_be_drawn():
    assert charts.draw([Series("a", "", ())]) is None
    drawn = charts.draw([Series("a", "", (Point(BEGIN, 1520.0, 300.0),))])
    assert drawn is not None
    assert drawn.first == drawn.last == BEGIN
    assert drawn.grid


def test_lengths_in_a_chart_have_a_decimal_point_in_every_language(ranked):
    client = browser(ranked[0])
    client.cookies["django_language"] = "de"
    text = client.get(ranked[0].get_absolute_url()).content.decode()
    for number in re.findall(r'c[xy]="([^"]+)"', text):
        float(number)
