"""The insight page: who may see it, when, and what it says."""

import json
import re
from dataclasses import replace

import pytest
from django.core.cache import cache

from games.catalog import GAMES
from games.engine.game import Knowledge
from games.history.replay.timeline import forget
from games.matches.play.memory import projection_of
from tests.history.play import NOT_OVER, finished, people, play_on, started


@pytest.fixture(autouse=True)
def _nothing_is_kept():
    cache.clear()
    yield
    cache.clear()


def seen(client, match, **query):
    return client.get(f"/match/{match.code}/insight/", query)


def moments_of(page):
    text = page.content.decode()
    return json.loads(text.split('id="moments" type="application/json">')[1].split("</script>")[0])


def test_there_is_no_insight_while_a_match_runs(five, browser_of, stranger):
    match = play_on(started("secret-hitler", five), NOT_OVER)
    for client in (stranger, *map(browser_of, five)):
        page = seen(client, match)
        assert page.status_code == 409
        assert "not over yet" in page.content.decode()
    assert seen(stranger, match, eyes="all").status_code == 403
    own = match.players.get(user=five[0]).seat
    replay = browser_of(five[0]).get(f"/match/{match.code}/replay/?eyes={own}").content.decode()
    assert "/insight/" not in replay
    assert 'class="judged"' not in replay


def test_a_table_links_to_the_insight_only_after_its_match(five, stranger):
    running = started("secret-hitler", five)
    link = f'href="/match/{running.code}/insight/"'
    assert link not in stranger.get(f"/match/{running.code}/").content.decode()
    play_on(running)
    assert link in stranger.get(f"/match/{running.code}/").content.decode()


def test_a_table_of_a_game_without_insight_does_not_link_to_it(over, stranger, monkeypatch):
    monkeypatch.setitem(GAMES, over.game, replace(GAMES[over.game], knowledge=Knowledge()))
    assert "/insight/" not in stranger.get(f"/match/{over.code}/").content.decode()


def test_there_is_nothing_to_know_before_the_deal(five, stranger):
    match = play_on(started("secret-hitler", five), 0)
    match.status = match.Status.OPEN
    match.save()
    assert seen(stranger, match).status_code == 404


def test_the_truth_is_marked_for_the_omniscient_view_and_on_request(over, stranger):
    for query, marked in (
        ({"eyes": "all"}, True),
        ({"eyes": "public"}, False),
        ({"eyes": "2"}, False),
        ({"eyes": "2", "truth": "1"}, True),
    ):
        page = seen(stranger, over, **query)
        assert ("★" in page.content.decode()) is marked
        told = [cell[3] for one in moments_of(page) for row in one["rows"] for cell in row]
        assert any(told) is marked


def test_moments_link_to_the_replay_in_the_same_perspective(over, stranger):
    found = moments_of(seen(stranger, over, eyes="1"))
    for one in (found[0], found[len(found) // 2], found[-1]):
        replay = stranger.get(one["address"])
        assert replay.status_code == 200
        assert replay.context["perspective"] == "1"
        assert one["words"] in replay.context["title"]


def test_the_replay_links_to_the_moment_it_shows(over, stranger):
    replay = stranger.get(f"/match/{over.code}/replay/?at=30&eyes=1").content.decode()
    link = re.search(r'href="(/match/\w+/insight/[^"]+)"', replay)[1].replace("&amp;", "&")
    page = stranger.get(link)
    assert page.context["perspective"] == "1"
    assert moments_of(page)[page.context["current"]]["address"].endswith("&eyes=1")


def test_the_replay_judges_the_moment_that_it_shows(over, stranger):
    def judged(eyes, at):
        page = stranger.get(f"/match/{over.code}/replay/?at={at}&eyes={eyes}").content.decode()
        return page.partition('class="judged weighed"')[0].count("judged-share")

    assert judged("public", 20) == 10
    assert judged("all", 20) == 10
    assert judged("1", 20) in (10, 15)
    assert judged("1", over.length) == 0


def test_the_preview_picture_shows_the_moment_of_the_page(over, stranger):
    page = seen(stranger, over, eyes="1", at="20")
    shown = moments_of(page)[page.context["current"]]["address"].partition("?")[2]
    assert page.context["picture"].endswith(f"/replay/picture.png?{shown}")
    assert stranger.get(page.context["picture"])["Content-Type"] == "image/png"


def test_the_table_and_a_spectator_have_the_same_estimates(over, stranger):
    table, spectator = (
        [one["rows"] for one in moments_of(seen(stranger, over, eyes=eyes))]
        for eyes in ("public", "spectator")
    )
    assert table == spectator


def test_results_are_cached(over, stranger, monkeypatch):
    first = moments_of(seen(stranger, over, eyes="2"))
    forget()
    monkeypatch.setattr(
        "games.secret_hitler.insight.reading.explain", lambda _view: pytest.fail("worked out again")
    )
    assert moments_of(seen(stranger, over, eyes="2")) == first


def test_every_figure_is_in_a_table_too(over, stranger):
    page = seen(stranger, over, eyes="public").content.decode()
    tables = page.split('class="sheet-table curve-table"')[1:]
    assert len(tables) == 3
    assert all(table.count("<tr>") > 5 for table in tables)
    assert "certainly not" in page or "%" in tables[0]


def test_luck_is_complete_for_the_omniscient_view(over, stranger):
    whole = seen(stranger, over, eyes="all").content.decode()
    assert "tiles that came into play" in whole
    assert "of all shuffles" in whole
    table = seen(stranger, over, eyes="public").content.decode()
    assert "of all shuffles" not in table
    assert "Governments enacted" in table


def test_figures_are_formatted_in_the_readers_language(over, stranger):
    stranger.cookies["django_language"] = "de"
    page = seen(stranger, over, eyes="all").content.decode()
    assert re.search(r"\b\d,\d\b", page.split('id="luck"')[1])
    plot = page.split('class="curve-plot"')[1].split("</svg>")[0]
    assert not re.search(r'(?:x|width)="\d+,\d', plot)


def test_hostile_names_are_escaped(db, stranger):
    users = people("ada", "ben", "chiyo", "dario", "elif")
    users[0].username = "<img src=x>"
    users[0].save()
    match = finished("secret-hitler", users, seed=3)
    match.players.filter(user=users[0]).update(name="<img src=x>&gt;")
    page = seen(stranger, match, eyes="all").content.decode()
    assert "<img src=x>" not in page


@pytest.mark.parametrize("game", ["secret-hitler", "noir"])
def test_a_strong_bot_explains_itself_in_its_own_perspective(db, stranger, game):
    users = people("ada", "ben", "chiyo", "dario") if game == "secret-hitler" else people("ada")
    match = play_on(started(game, users, bots=1))
    bot = match.players.get(user=None)
    said = f"{bot.name} is a bot: this is what it believed at each moment."
    assert said in seen(stranger, match, eyes=str(bot.seat)).content.decode()
    other = match.players.exclude(pk=bot.pk).first()
    for eyes in ("all", "public", str(other.seat)):
        assert "is a bot:" not in seen(stranger, match, eyes=eyes).content.decode()
    match.players.filter(pk=bot.pk).update(bot="simple")  # which estimates differently
    assert said not in seen(stranger, match, eyes=str(bot.seat)).content.decode()


def test_a_bot_that_knew_everybody_says_what_it_considered_instead(db, stranger):
    match = play_on(started("secret-hitler", people("ada"), bots=4))
    roles = projection_of(match).state.roles
    said = "It knew who everybody was, and worked from what the whole table could have known."
    for player in match.players.filter(user=None):
        page = seen(stranger, match, eyes=str(player.seat)).content.decode()
        assert (said in page) == (roles[player.seat] != "liberal")


def test_the_two_players_of_noir_are_asked_about_each_other(db, stranger):
    match = finished("noir", people("ada", "ben"))
    titles = {
        eyes: [chart["title"] for chart in seen(stranger, match, eyes=eyes).context["charts"]]
        for eyes in ("all", "0", "1")
    }
    assert titles["all"][:2] == ["Who the killer is", "Who the inspector is"]
    assert "Who the killer is" not in titles["0"]
    assert "Who the inspector is" not in titles["1"]


@pytest.mark.django_db
@pytest.mark.parametrize(("game", "begins"), [("secret-hitler", "From what"), ("noir", "")])
def test_the_end_says_in_at_most_three_sentences_what_could_be_known(client, game, begins):
    size = {"secret-hitler": 5, "noir": 2}[game]
    users = people("ada", "ben", "chiyo", "dario", "elif")[:size]
    match = finished(game, users, seed=3)
    said = client.get(f"/match/{match.code}/insight/sentences/").content.decode()
    assert 1 <= said.count("<li>") <= 3
    assert begins in said


@pytest.mark.django_db
def test_no_sentences_are_shown_while_the_match_runs(client):
    match = started("secret-hitler", people("ada", "ben", "chiyo", "dario", "elif"))
    assert client.get(f"/match/{match.code}/insight/sentences/").status_code == 409
