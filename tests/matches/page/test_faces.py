"""The players' faces at a table reveal nothing."""

import pytest

from accounts import portraits
from games.engine.seats import PUBLIC, Viewer
from games.matches import privacy
from games.matches.drawing.page_states import page_state_of
from games.matches.lobby import services as lobby
from games.matches.models import Match
from games.matches.page import fragments
from tests.matches.seating import fresh, open_table, person, running, truth_of

STRANGER = portraits.portrait_of("stranger")

pytestmark = pytest.mark.django_db


def portraits_by_name(match: Match) -> dict[str, str]:
    return {face.name: face.portrait for face in page_state_of(fresh(match)).faces}


def test_faces_stay_the_same_whatever_is_dealt():
    """Ten deals to the same people: other seats, roles and seeds, always the same faces."""
    people = [person(name) for name in ("Ada", "Ben", "Chiyo", "Dario", "Elif")]
    matches = [running(*people) for _ in range(10)]
    assert len({str(truth_of(match).roles) for match in matches}) > 1
    assert {str(sorted(portraits_by_name(match).items())) for match in matches} == {
        str(sorted((user.name, user.portrait) for user in people))
    }


def test_everybody_gets_the_same_drawings_byte_for_byte():
    match = running()
    page_state = page_state_of(match)
    texts = {
        fragments.texts(page_state, viewer)["faces"] for viewer in (PUBLIC, Viewer(0), Viewer(3))
    }
    assert len(texts) == 1
    assert texts.pop().count("<symbol") == 5


def test_a_bot_s_face_depends_on_its_name_and_differs_from_a_user_s_with_that_name(alice):
    match = open_table(alice)
    lobby.add_bot(match.pk, alice)
    bot = match.players.get(user=None)
    assert portraits_by_name(match)[bot.name] == portraits.portrait_of(f"bot {bot.name}")
    bot.bot = ""
    assert bot.portrait != portraits.portrait_of(f"bot {bot.name}")


def test_the_face_of_a_deleted_account_disappears_with_it(alice):
    match = running(alice)
    seat = match.players.get(user=alice).seat
    privacy.erase(alice)
    alice.delete()
    assert page_state_of(fresh(match)).face(seat).portrait == portraits.portrait_of_seat(seat)


def test_a_player_with_a_private_history_has_their_face_only_during_the_match(alice):
    alice.history_audience = alice.Audience.SELF
    alice.save()
    match = running(alice)
    player = match.players.get(user=alice)
    assert player.portrait == alice.portrait
    player.ended_at = match.started_at
    assert player.portrait == portraits.portrait_of_seat(player.seat)


def test_a_new_face_reaches_the_tables_of_its_owner(alice):
    match = running(alice)
    alice.chosen_portrait = STRANGER
    alice.save()
    text = fragments.texts(page_state_of(fresh(match)), PUBLIC)["faces"]
    assert f'id="face-{STRANGER}"' in text


@pytest.mark.parametrize("portrait", ["<script>", "zzzzzzzzzzz", "x" * 400, ""])
def test_an_invalid_portrait_is_ignored_and_the_guest_sits_down(client, alice, portrait):
    table = open_table(alice)
    client.post(f"{table.get_absolute_url()}sit/", {"name": "Gerda", "portrait": portrait})
    assert table.players.get(name="Gerda").user.chosen_portrait == ""
