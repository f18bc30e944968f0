"""A player removed by the host sees the reason, can't come back, and never becomes host."""

import pytest

from accounts import privacy
from games.matches import errors
from games.matches.lobby import services as lobby
from games.matches.models import Match
from tests.matches.seating import browser, fresh, open_table, person, post, running
from tests.matches.sockets import stored, visit

pytestmark = pytest.mark.django_db


def page(user, match: Match):
    return browser(user).get(match.get_absolute_url())


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("friends", "this table is for certain people"),
        ("away", "you had been away for a while"),
        ("manners", "how you behaved"),
        ("", "The host has removed you from this table."),
        ("<b>rubbish", "The host has removed you from this table."),
    ],
)
def test_a_removed_player_sees_the_reason_and_cannot_return(table, alice, bob, reason, words):
    assert post(alice, table, f"remove/{bob.public_id}", reason=reason).status_code == 302
    shown = page(bob, table)
    assert shown.status_code == 403
    assert words in shown.content.decode()
    again = post(bob, table, "sit")
    assert again.status_code == 403
    assert words in again.content.decode()
    assert not fresh(table).players.filter(user=bob).exists()


def test_nobody_else_is_excluded_and_no_other_table_is_affected(table, alice, bob, mallory):
    lobby.remove(table.pk, alice, bob.public_id)
    assert page(mallory, table).status_code == 200
    assert page(None, table).status_code == 200
    other = open_table(alice)
    lobby.sit(other.pk, bob)


def test_a_removed_player_never_becomes_the_host(table, alice, bob, mallory):
    lobby.remove(table.pk, alice, bob.public_id)
    lobby.sit(table.pk, mallory)
    with pytest.raises(errors.Removed):
        lobby.sit(table.pk, bob)
    lobby.leave(table.pk, alice)
    assert fresh(table).host == mallory


def test_a_player_removed_from_the_next_table_cannot_return_by_a_rematch(alice, bob):
    over = running(alice, bob)
    Match.objects.filter(pk=over.pk).update(status="finished")
    following = lobby.rematch(over.pk, alice)
    lobby.rematch(over.pk, bob)
    lobby.remove(following.pk, alice, bob.public_id)
    with pytest.raises(errors.Removed):
        lobby.rematch(over.pk, bob)


def test_everybody_may_view_the_table_once_it_is_over(table, alice, bob):
    lobby.remove(table.pk, alice, bob.public_id)
    for name in ("Cleo", "Dan", "Eve", "Finn"):
        user = person(name)
        lobby.sit(table.pk, user)
        lobby.be_ready(table.pk, user, ready=True)
    lobby.start(table.pk, alice)
    assert page(bob, table).status_code == 403
    Match.objects.filter(pk=table.pk).update(status="finished")
    assert page(bob, table).status_code == 200


def test_a_removed_bot_leaves_no_trace(alice):
    match = open_table(alice)
    lobby.add_bot(match.pk, alice)
    lobby.remove(match.pk, alice, match.players.exclude(bot="").get().seat, "manners")
    assert not match.removals.exists()


def test_a_removal_is_in_the_player_s_data_export(table, alice, bob):
    lobby.remove(table.pk, alice, bob.public_id, "away")
    (removal,) = privacy.export(bob)["removed_from_tables"]
    assert (removal["match__code"], removal["reason"]) == (table.code, "away")
    assert not privacy.export(alice)["removed_from_tables"]


@pytest.mark.django_db(transaction=True)
async def test_the_open_page_of_a_removed_player_is_closed_immediately(alice, bob):
    match = await stored(open_table)(alice)
    await stored(lobby.sit)(match.pk, bob)
    theirs, hosts = await visit(match, bob), await visit(match, alice)
    await theirs.settle()
    await stored(lobby.remove)(match.pk, alice, bob.public_id, "away")
    assert await theirs.close_code() == 4403
    await hosts.leave()
