"""Rounds made by hand, and the players' front pages afterwards."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.leagues.models import Audit, Round
from games.leagues.seasons import draws
from tests.leagues.league_play import drawn, play_fixture, running, settle_round
from tests.leagues.organiser.pressing import Browser
from tests.leagues.organiser.visitors import client_of

pytestmark = pytest.mark.django_db


def console(owner, season):
    return Browser(client_of(owner)).open(f"/leagues/{season.league.slug}/{season.number}/run/")


def test_a_round_is_made_by_hand_published_and_played(owner):
    season, players = running(owner, 6)
    settle_round(drawn(season, owner), [])
    at = console(owner, season).press("By hand")
    names = [one.name for one in players]
    typed = f"{names[1]}, {names[0].upper()}\n\n{names[2]} , {names[3]}\n{names[4]}"
    at.type(tables=typed).press("Create the round").press("Publish").press("Publish")
    made = Round.objects.get(number=2)
    seated = [[chair.entry.name for chair in one.chairs.order_by("seat")]
              for one in made.fixtures.all()]  # fmt: skip
    assert seated == [[names[1], names[0]], [names[2], names[3]]]
    byes = {bye.entry.name: (bye.was_asked, bye.points) for bye in made.byes.all()}
    assert byes == {names[4]: (False, None), names[5]: (True, 0.0)}
    rounds = Client().get(f"{season.get_absolute_url()}rounds/").content.decode()
    assert "An organiser created this round by hand" in rounds
    assert Audit.objects.filter(verb="make_round").exists()

    mine = Browser(client_of(players[0])).open("/")
    assert "Your next fixture" in mine.text
    assert made.fixtures.first().get_absolute_url() in mine.text
    for one in (client_of(players[5]), Client()):
        assert "Your next fixture" not in Browser(one).open("/").text
    settle_round(made, [])
    play_fixture(drawn(season, owner).fixtures.first())


def test_a_file_makes_a_draft_that_can_be_undone_or_has_its_errors_named_by_line(owner):
    season, players = running(owner, 6)
    client, names = client_of(owner), [one.name for one in players]
    address = f"/leagues/{season.league.slug}/{season.number}/run/divisions/1/make/"

    def upload(text, **typed):
        file = SimpleUploadedFile("round.csv", text if isinstance(text, bytes) else text.encode())
        return client.post(address, {"file": file, **typed})

    wrong = f"{names[0]},{names[1]}\n{names[2]},Nobody\n\n{names[3]},{names[0]},{names[4]}\n"
    page = upload(wrong)
    assert page.status_code == 422
    assert list(page.context["form"].non_field_errors()) == [
        "Line 2: No player, or more than one, is called Nobody.",
        f"Line 4: {names[0]} is already in line 1.",
        "Line 4: A fixture needs 2 to 2 players, not 3.",
    ]
    for refused in (b"\xff\xfe", "x" * 200_001, "", "table,seat,name\n"):
        assert upload(refused).status_code == 422
    assert upload(f"{names[0]},{names[1]}", tables=f"{names[0]}, {names[1]}").status_code == 422
    assert not Round.objects.exists()

    lines = ["Table;Seat;Name", f"2;0;{names[2]}", f"1;1;{names[1]}", f"1;0;{names[0]}",
             f"2;1;{names[3]}", f"3;0;{names[4]}"]  # fmt: skip
    assert upload("\ufeff" + "\r\n".join(lines)).status_code == 302
    made = Round.objects.get()
    seated = [{chair.entry.name for chair in one.chairs.all()} for one in made.fixtures.all()]
    assert seated == [set(names[2:4]), set(names[:2])]
    first = made.fixtures.last().chairs.order_by("seat").first()
    assert first.entry.name == names[0]
    assert {bye.entry.name for bye in made.byes.all()} == set(names[4:])
    trail = f"/leagues/{season.league.slug}/audit/"
    assert "created a round by hand" not in Client().get(trail).content.decode()

    act = Audit.objects.get(verb="make_round")
    undo = f"/leagues/{season.league.slug}/undo/{act.pk}/"
    assert client.post(undo, {"reason": "Another file."}).status_code == 302
    assert not Round.objects.exists()
    assert upload("\n".join(lines)).status_code == 302
    draws.publish_round(Round.objects.get(), owner)
    act = Audit.objects.filter(verb="make_round").latest("pk")
    undo = f"/leagues/{season.league.slug}/undo/{act.pk}/"
    assert client.post(undo, {"reason": "Too late."}).status_code == 409
    assert Round.objects.get().status == "published"


@pytest.mark.parametrize(
    ("typed", "status"),
    [("", 422), ("Player 1", 422), ("Player 1, Nobody", 422), ("Player 1, Player 1", 422),
     ("Player 1, Player 2, Player 3", 422), ("Player 1, Player 2\nPlayer 2, Player 3", 422)],
)  # fmt: skip
def test_an_unplayable_round_is_refused_and_the_input_is_shown_again(owner, typed, status):
    season, _players = running(owner, 4)
    client = client_of(owner)
    address = f"/leagues/{season.league.slug}/{season.number}/run/divisions/1/make/"
    answer = client.post(address, {"tables": typed})
    assert answer.status_code == status
    assert typed in answer.content.decode()
    assert not Round.objects.exists()


@pytest.mark.parametrize(
    ("made", "encoding"),
    [("sep=;\r\nMüller;{}", "cp1252"), ("Mu\u0308ller\t{}", "utf-8"), ("ＭÜＬＬＥＲ,{}", "utf-8")],
)
def test_files_of_other_programs_can_be_read(owner, made: str, encoding: str):
    season, players = running(owner, 4)
    season.entries.filter(user=players[0]).update(name="Müller")
    address = f"/leagues/{season.league.slug}/{season.number}/run/divisions/1/make/"
    file = SimpleUploadedFile("round.csv", made.format(players[1].name).encode(encoding))
    answer = client_of(owner).post(address, {"file": file})
    assert answer.status_code == 302, answer.context["form"].errors
    seated = {chair.entry.name for chair in Round.objects.get().fixtures.get().chairs.all()}
    assert seated == {"Müller", players[1].name}
