"""A person whom the host removes sees the reason, can't come back, and never becomes host."""

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
def test_a_removed_person_reads_why_and_stays_off_the_table(table, alice, bob, reason, words):
    assert post(alice, table, f"remove/{bob.public_id}", reason=reason).status_code == 302
    shown = page(bob, table)
    assert shown.status_code == 403
    assert words in shown.content.decode()
    again = post(bob, table, "sit")
    assert again.status_code == 403
    assert words in again.content.decode()
    assert not fresh(table).players.filter(user=bob).exists()


def test_nobody_else_is_kept_away_and_another_table_is_another_table(table, alice, bob, mallory):
    lobby.remove(table.pk, alice, bob.public_id)
    assert page(mallory, table).status_code == 200
    assert page(None, table).status_code == 200
    other = open_table(alice)
    lobby.sit(other.pk, bob)


def test_a_removed_person_never_becomes_the_host(table, alice, bob, mallory):
    lobby.remove(table.pk, alice, bob.public_id)
    lobby.sit(table.pk, mallory)
    with pytest.raises(errors.Removed):
        lobby.sit(table.pk, bob)
    lobby.leave(table.pk, alice)
    assert fresh(table).host == mallory


def test_who_was_removed_from_the_next_table_does_not_come_back_by_playing_again(alice, bob):
    over = running(alice, bob)
    Match.objects.filter(pk=over.pk).update(status="finished")
    following = lobby.rematch(over.pk, alice)
    lobby.rematch(over.pk, bob)
    lobby.remove(following.pk, alice, bob.public_id)
    with pytest.raises(errors.Removed):
        lobby.rematch(over.pk, bob)


def test_once_it_is_over_everybody_may_look_at_it(table, alice, bob):
    lobby.remove(table.pk, alice, bob.public_id)
    for name in ("Cleo", "Dan", "Eve", "Finn"):
        user = person(name)
        lobby.sit(table.pk, user)
        lobby.be_ready(table.pk, user, ready=True)
    lobby.start(table.pk, alice)
    assert page(bob, table).status_code == 403
    Match.objects.filter(pk=table.pk).update(status="finished")
    assert page(bob, table).status_code == 200


def test_a_bot_that_is_removed_leaves_no_trace(alice):
    match = open_table(alice)
    lobby.add_bot(match.pk, alice)
    lobby.remove(match.pk, alice, match.players.exclude(bot="").get().seat, "manners")
    assert not match.removals.exists()


def test_it_stands_in_one_s_own_file(table, alice, bob):
    lobby.remove(table.pk, alice, bob.public_id, "away")
    (removal,) = privacy.export(bob)["removed_from_tables"]
    assert (removal["match__code"], removal["reason"]) == (table.code, "away")
    assert not privacy.export(alice)["removed_from_tables"]


@pytest.mark.django_db(transaction=True)
async def test_the_open_page_of_a_removed_person_is_closed_at_once(alice, bob):
    match = await stored(open_table)(alice)
    await stored(lobby.sit)(match.pk, bob)
    theirs, hosts = await visit(match, bob), await visit(match, alice)
    await theirs.settle()
    await stored(lobby.remove)(match.pk, alice, bob.public_id, "away")
    assert await theirs.close_code() == 4403
    await hosts.leave()
