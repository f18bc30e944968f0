"""Every league page for strangers, members and organisers: its content and its queries."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine.required import required
from games.leagues.models import Audit, Bye, Chair, Entry, Fixture, League, Round, Season
from games.leagues.seasons import services as seasons
from games.leagues.seasons import standings_input
from games.matches.models import Match
from games.matches.page.link_cards import card_of
from games.ratings.models import Pool, Rating, RatingChange
from tests.leagues.league_play import drawn, running, settle_round
from tests.leagues.public import making
from tests.leagues.public.conftest import visitor

PAGES = ("", "seasons/", "members/", "audit/", "1/", "1/rounds/", "1/crosstable/")


def text(client, address: str) -> str:
    """Return a page as text, with whitespace collapsed."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    return re.sub(r"\s+", " ", answer.content.decode())


def words(page: str) -> str:
    """Return the text of a page, without tags."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def test_the_list_shows_what_runs_now_and_the_visitor_s_own_leagues_first(nights, stranger):
    owner = nights.season.league.founder
    others = making.people(3, "q")
    making.league(others[0], others, slug="sunday", name="Sunday")
    making.league(others[0], making.people(30, "r"), slug="large", name="Large")
    page = words(text(stranger, "/leagues/"))
    assert "Season 1 : round 3 of 3" in page
    assert page.index("Large") < page.index("Tuesday")
    page = words(text(visitor(owner), "/leagues/"))
    assert page.index("Tuesday") < page.index("Large")


def test_the_list_shows_the_current_round_if_all_rounds_are_known(duels, stranger):
    assert "round 4 of 5" in words(text(stranger, "/leagues/"))


def test_leagues_can_be_searched_by_name_and_are_paginated(db, stranger, alice):
    for number in range(23):
        making.league(alice, slug=f"l{number}", name=f"League {number:02}")
    making.league(alice, slug="other", name="Something else")
    first, second = (text(stranger, f"/leagues/?search=league&page={n}") for n in (1, 2))
    found = re.findall(r"League \d\d", first + second)
    assert sorted(set(found)) == [f"League {number:02}" for number in range(23)]
    assert "Something else" not in first + second
    for odd in ("nothing", "%00%00nothing", "%", "\\", "x" * 5000):
        assert "No league by that name" in text(stranger, f"/leagues/?search={odd}")


def test_an_empty_list_of_leagues_shows_a_notice(db, stranger):
    assert "No leagues here yet" in text(stranger, "/leagues/")


def test_the_standings_equal_the_pure_table(nights, stranger):
    page = text(stranger, "/leagues/tuesday/1/")
    rows = re.findall(r'<td class="rank figure">(\d+).*?<bdi>(.*?)</bdi>.*?points">(.*?)<', page)
    names = {entry.pk: entry.name for entry in nights.entries.all()}
    wanted = [
        (str(row.rank), names[row.entry], f"{row.points:g}")
        for row in standings_input.table_of(nights)
    ]
    assert rows == wanted


def test_the_standings_come_first_on_the_page_of_a_season(duels):
    player = duels.entries.order_by("pk").first().user
    duels.season.announcements.create(title="Welcome", text="Play fair.")
    page = text(visitor(player), duels.season.get_absolute_url())
    ids = re.findall(r'id="((?:standings|own|announcements|surety)-heading)"', page)
    assert ids[0] == "standings-heading"
    assert {"own-heading", "announcements-heading"} <= {*ids[1:]}


def test_nobody_has_a_rank_before_the_first_result(owner, stranger):
    season, _players = running(owner, 4)
    first = drawn(season, owner)
    for rank, is_played in (("–", False), ("1", True)):
        if is_played:
            settle_round(first, [])
        page = text(stranger, season.get_absolute_url())
        assert re.findall(r'class="rank figure">(.)', page)[0] == rank
        assert ("Why this order?" in page) is is_played


def test_a_table_shows_how_certain_it_is_and_draws_the_bands(nights, stranger):
    page = text(stranger, "/leagues/tuesday/1/")
    assert "With 2 games per player, ranks mean little." in words(page)
    for row in standings_input.table_of(nights):
        low, high = row.band
        assert f'x="{low - 1}" y="1.5" width="{high - low + 1}"' in page
        assert f"{low}–{high}" in page


def test_form_has_words_for_screen_readers(nights, stranger):
    row = standings_input.table_of(nights)[0]
    said = ", ".join({"win": "won", "loss": "lost"}[one] for one in row.form)
    assert f'<span class="sr-only">{said}</span>' in text(stranger, "/leagues/tuesday/1/")


def test_the_tie_break_between_equals_is_shown(nights, stranger):
    page = words(text(stranger, "/leagues/tuesday/1/"))
    tied = [r for r in standings_input.table_of(nights) if r.decided_by not in ("", "points")]
    assert len(tied) > 3
    assert f"Why this order? {len(tied)} places" in page
    assert page.count("Above expected:") >= sum(r.decided_by == "against_expected" for r in tied)


def test_zones_have_a_sign_besides_their_colour(duels, stranger):
    duels.relegates = 2
    duels.save()
    duels.season.divisions.create(tier=2, name="Second", promotes=1)
    page = text(stranger, "/leagues/duellists/1/")
    assert page.count('title="relegated">▼') == 2
    assert "▲" not in page
    assert stranger.get("/leagues/duellists/1/?division=2").status_code == 200
    assert stranger.get("/leagues/duellists/1/?division=3").status_code == 404
    assert stranger.get("/leagues/duellists/1/?division=x").status_code == 404


def test_withdrawn_players_are_struck_out_and_forfeits_are_marked(nights, stranger):
    left, absent = nights.entries.all()[:2]
    Entry.objects.filter(pk=left.pk).update(status="withdrawn", withdrawn_after=2)
    Chair.objects.filter(entry=absent, fixture__round__number=1).update(forfeited=True)
    page = text(stranger, "/leagues/tuesday/1/")
    assert f"<s><bdi>{left.name}</bdi></s>" in page
    assert "withdrawn after round 2" in page
    assert '<span class="forfeits" title="forfeited">1×' in page


def test_deducted_points_are_shown_beside_the_name(nights, stranger):
    nights.entries.first().sanctions.create(kind="points", points=-1.5, reason="Was rude")
    assert "-1.5 points from an arbiter" in text(stranger, "/leagues/tuesday/1/")
    entry = nights.entries.first()
    assert "Was rude" in text(stranger, entry.get_absolute_url())


def test_open_rounds_come_first_then_the_last_played(duels, stranger):
    page = text(stranger, "/leagues/duellists/1/rounds/")
    shown = [int(number) for number in re.findall(r'id="round-(\d+)"', page)]
    rounds = Round.objects.filter(division=duels, number__in=shown)
    over = [one.number for one in rounds if all(two.is_settled for two in one.fixtures.all())]
    still = sorted(set(shown) - set(over))
    assert over
    assert still
    assert shown == still + sorted(over, reverse=True)


def test_rounds_show_results_byes_and_the_reason_for_the_draw(duels, nights, stranger):
    page = words(text(stranger, "/leagues/duellists/1/rounds/"))
    assert page.count("Why this draw") == 5
    assert "everybody plays everybody" in page
    assert "drawn by lot" in page
    for bye in Bye.objects.filter(round__division=duels):
        assert bye.entry.name in page
    page = words(text(stranger, "/leagues/tuesday/1/rounds/"))
    one, other = nights.entries.all()[:2]
    assert f"1 pair meets again: {one.name} and {other.name} (1 before)" in page
    assert "90 of the 105 pairs at the tables meet for the first time." in page
    assert "abc/1/2/1" in page


def test_times_are_in_the_zone_of_the_league_or_of_the_member(nights, stranger):
    member = nights.season.league.members.get(user__username="p3")
    member.timezone = "America/New_York"
    member.save()
    page = text(stranger, "/leagues/tuesday/1/rounds/")  # 19:00 UTC is 4:00 in Tokyo
    assert 'datetime="2026-09-22T19:00:00Z">23 Sep 2026, 04:00' in page
    assert "Asia/Tokyo" in page
    page = text(visitor(member.user), "/leagues/tuesday/1/rounds/")
    assert 'datetime="2026-09-22T19:00:00Z">22 Sep 2026, 15:00' in page
    League.objects.update(timezone="Nowhere/../Else")
    assert "UTC" in text(stranger, "/leagues/tuesday/1/rounds/")


def test_a_fixture_shows_its_chairs_its_games_and_their_replays(duels, stranger):
    fixture = Fixture.objects.filter(round__division=duels, status="finished").first()
    page = text(stranger, fixture.get_absolute_url())
    for chair in fixture.chairs.all():
        assert chair.entry.name in page
    for game in fixture.games.all():
        assert f'href="/match/{game.match.code}/replay/"' in page
    assert page.count('class="badge killer"') == page.count('class="badge inspector"') == 2


def test_a_correction_is_shown_with_its_reason_and_changes_the_score(duels, stranger):
    fixture = Fixture.objects.filter(round__division=duels, status="finished").first()
    for game in fixture.games.all():
        game.corrected = [{**one, "won": one["entry"] == fixture.chairs.all()[0].entry_id}
                          for one in game.placings]  # fmt: skip
        game.reason = "Played with the wrong clock"
        game.save()
    page = words(text(stranger, fixture.get_absolute_url()))
    assert page.count("Corrected by an arbiter. Played with the wrong clock") == 2
    row = text(stranger, "/leagues/duellists/1/rounds/").partition(fixture.get_absolute_url())[2]
    score = words(row.partition("</a>")[0])
    assert "2 : to 0" in score


def test_a_player_s_page_counts_sides_opponents_and_results(nights, stranger):
    entry = nights.entries.first()
    placings = [
        (game, one)
        for chair in entry.chairs.filter(fixture__status="finished")
        for game in chair.fixture.games.all()
        for one in game.placings
        if one["entry"] == entry.pk
    ]
    page = text(stranger, entry.get_absolute_url())
    for side in ("liberal", "fascist"):
        games = [one for _game, one in placings if one["side"] == side]
        won = sum(one["won"] for one in games)
        wanted = rf'badge {side}">\w+</span></th><td class="number">{len(games)}</td>'
        assert re.search(wanted + rf'<td class="number">{won}</td>', page)
    met = {one["entry"] for game, _one in placings for one in game.placings} - {entry.pk}
    assert page.count('<th scope="row" class="name">') == len(met)
    assert "Upcoming" in page


def test_a_player_s_page_shows_the_rating_change_of_each_fixture(duels, stranger):
    fixture = Fixture.objects.filter(round__division=duels, status="finished").first()
    entry = fixture.chairs.first().entry
    rating = {"rating": 1530, "deviation": 60, "volatility": 0.06, "at_least": 1400}
    for key in (f"league:{duels.season.league_id}", "global"):
        pool = Pool.objects.create(key=key, game="noir")
        whole = Rating.objects.create(pool=pool, user=entry.user, **rating)
        for game, change in zip(fixture.games.all(), (12, -5), strict=True):
            RatingChange.objects.create(
                rating=whole, match=game.match, before=1500, after=1500 + change,
                deviation_before=60, deviation_after=60, expected=0.5, score=1, at=making.FIRST,
            )  # fmt: skip
    page = text(stranger, entry.get_absolute_url())
    assert re.findall(r"(\+?-?\d+)<span[^>]*> rating points", page) == ["+7"]
    assert "League rating" in page
    assert "1530" in text(stranger, "/leagues/duellists/1/")
    entry.user.history_audience = "self"
    entry.user.save()
    page = text(stranger, entry.get_absolute_url())
    assert "rating points" not in page
    assert "League rating" not in page


def test_a_crosstable_of_duels_is_consistent(duels, stranger):
    page = text(stranger, "/leagues/duellists/1/crosstable/")
    played = Fixture.objects.filter(round__division=duels, status="finished").count()
    results = re.findall(r'class="cross-result (\w+)".*?>(\d)–(\d)<', page)
    assert len(results) == 2 * played
    assert sum(int(one) for _look, one, _other in results) == 2 * played
    assert [look for look, one, other in results if one > other] == ["win"] * sum(
        look == "loss" for look, _one, _other in results
    )


def test_a_crosstable_of_tables_counts_shared_tables(nights, stranger):
    page = text(stranger, "/leagues/tuesday/1/crosstable/")
    counts = re.findall(r'<td class="heat-\d" title="met (\d+) times?;', page)
    assert page.count('<td class="self">') == 14
    assert len(counts) + page.count("<td></td>") == 14 * 13
    assert sum(map(int, counts)) == 2 * 2 * 7 * 6  # two nights, two tables of seven


def test_the_archive_shows_the_final_table_as_it_was_stored(nights, stranger):
    owner = nights.season.league.founder
    Fixture.objects.filter(round__number=3).update(status="void")
    seasons.close_season(nights.season, owner)
    nights.refresh_from_db()
    champion = nights.entries.get(final_rank=1)
    Match.objects.all().delete()
    for page in ("/leagues/tuesday/seasons/", "/leagues/tuesday/", "/leagues/tuesday/1/"):
        assert champion.name in text(stranger, page)
    best = standings_input.table_of(nights)[0].points
    nights.final = nights.final.replace(f'"points":{best}', '"points":77.0')
    nights.save()
    assert ' figure">77</td>' in text(stranger, "/leagues/tuesday/seasons/")
    assert ' points">77</td>' in text(stranger, "/leagues/tuesday/1/")
    assert "Final standings" in text(stranger, "/leagues/tuesday/1/")


def test_registration_shows_entrants_and_the_waiting_list(db, stranger, alice, bob):
    club = making.league(alice)
    season = Season.objects.create(
        league=club, number=1, name="First", status="registration", format="tables", capacity=1
    )
    for user, status in ((alice, "confirmed"), (bob, "waiting")):
        Entry.objects.create(season=season, user=user, name=user.name, status=status)
    page = words(text(stranger, "/leagues/tuesday/1/"))
    assert "1 player has entered · at most 1" in page
    assert page.index("Alice") < page.index("Waiting list") < page.index("Bob")
    for address in ("rounds/", "crosstable/"):
        assert stranger.get(f"/leagues/tuesday/1/{address}").status_code == 200


@pytest.mark.parametrize("warm", [False, True])
def test_a_season_of_a_hundred_costs_few_queries(db, stranger, alice, warm):
    users = making.people(100)
    club = making.league(users[0], users)
    division = making.season(club, users, format="tables", rounds_planned=3)
    making.table_nights(division, 3)
    if warm:
        stranger.get("/leagues/tuesday/1/")
    for page, most in (
        ("1/", 16), ("1/rounds/", 14), ("1/crosstable/", 14), ("", 26), ("1/results.json", 12),
    ):  # fmt: skip
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert stranger.get(f"/leagues/tuesday/{page}").status_code == 200
        assert len(queries) <= most, page


def test_a_page_in_another_language_uses_its_number_format(duels, nights, stranger):
    page = stranger.get("/leagues/tuesday/1/", headers={"accept-language": "de"}).content.decode()
    assert re.search(r'class="number tie">-?\d,\d', page)
    for drawing in re.findall(r"<svg class=\"band-drawing.*?</svg>", page):
        assert "," not in drawing
    assert re.search(r'<progress value="0\.\d+" max="1"', page)


def test_names_and_texts_of_users_are_never_markup(db, stranger):
    evil = "<script>x()</script>"
    users = making.people(6)
    club = making.league(
        users[0], users, name=evil, about=f"{evil} javascript:alert(1)", rules_text=evil
    )
    division = making.season(club, users, name=evil, format="tables")
    division.entries.update(name="<b onclick=x>"[:32])
    making.table_nights(division, 2, size=6)
    Audit.objects.create(league=club, actor=users[0], verb="ban", about=evil, reason=evil)
    fixture = Fixture.objects.first()
    fixture.disputes.create(by=division.entries.first(), text=evil, decision=evil)
    entry = division.entries.first()
    entry.sanctions.create(kind="warning", reason=evil)
    for address in (
        "/leagues/", *(f"/leagues/tuesday/{page}" for page in PAGES), entry.get_absolute_url(),
        fixture.get_absolute_url(), users[0].get_absolute_url(),
    ):  # fmt: skip
        page = visitor(users[1]).get(address).content.decode()
        assert "<script>x" not in page
        assert "<b onclick" not in page
        assert 'href="javascript' not in page


@pytest.mark.parametrize(
    ("page", "title", "text"),
    [
        ("", "{league}", "Secret Hitler"),
        ("season", "{season} · {league}", "Standings · Secret Hitler"),
        ("rounds/", "{season} · {league}", "Rounds · Secret Hitler"),
    ],
)
def test_a_link_to_a_league_its_standings_or_rounds_has_a_preview(
    nights, stranger, page, title, text
):
    season = nights.season
    league = season.league
    base = league.get_absolute_url() if not page else season.get_absolute_url()
    html = stranger.get(base + page.removeprefix("season")).content.decode()
    expected = title.format(season=season.name, league=league.name)
    assert f'<meta property="og:title" content="{expected}">' in html
    assert f'<meta property="og:description" content="{text}' in html
    assert html.count('property="og:image"') == 1
    if page != "rounds/":
        first = nights.entries.select_related("user").order_by("pk")
        assert faces_of(html) <= {one.user.portrait for one in first}
        assert len(faces_of(html)) > 1


def test_a_link_to_a_fixture_previews_its_players(duels, stranger):
    fixture = Fixture.objects.filter(round__division=duels).first()
    html = stranger.get(fixture.get_absolute_url()).content.decode()
    users = [chair.entry.user for chair in fixture.chairs.select_related("entry__user")]
    assert faces_of(html) == {user.portrait for user in users}
    assert f'og:title" content="{users[0].name}, {users[1].name}">' in html


def faces_of(page: str) -> set[str]:
    """Return the portraits in the preview picture of `page`."""
    token = re.findall(r'og:image" content="[^"]*/card/([^"]+)\.png"', page)[0]
    return set(required(card_of(token)).faces.split())
