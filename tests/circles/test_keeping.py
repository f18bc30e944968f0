"""Keep this group: players of a match get a circle, and everybody decides for themselves."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import blocks
from games.circles import keeping, membership
from games.circles.models import Circle, Membership
from games.circles.played import played_by
from games.matches.models import Match
from installation import pruning
from tests.circles.company import ended, look, page
from tests.matches.seating import browser, person, play_to_the_end, running
from tests.remembered import remembered

pytestmark = pytest.mark.django_db

Status = Membership.Status


@pytest.fixture
def duel(alice, bob) -> Match:
    """Return a duel of Alice and Bob that is over."""
    return played(alice, bob)


@remembered
def played(*people, ago: int = 1, **settings) -> Match:
    """Return a duel that ended some hours ago."""
    match = play_to_the_end(running(*people, game="noir", visibility="link", **settings))
    return ended(match, timedelta(hours=ago))


def keep(user, match: Match, **data: str):
    return browser(user).post(f"/circles/keep/{match.code}/", {"name": "Duellists", **data})


def test_the_end_of_a_match_offers_to_keep_the_group_to_its_players(duel, alice, mallory):
    link = f"/circles/keep/{duel.code}/"
    assert link in look(alice, duel.get_absolute_url()).content.decode()
    assert link not in look(mallory, duel.get_absolute_url()).content.decode()


def test_running_matches_and_matches_against_bots_do_not_offer_it(alice, bob):
    match = running(alice, bob, game="noir", visibility="link")
    link = f"/circles/keep/{match.code}/"
    assert link not in look(alice, match.get_absolute_url()).content.decode()
    assert keep(alice, match).status_code == 409
    browser(alice).post("/play/", {"game": "noir"})
    alone = Match.objects.latest("pk")
    Match.objects.filter(pk=alone.pk).update(status="finished")
    assert keep(alice, alone).status_code == 409
    assert not Circle.objects.exists()


def test_the_question_shows_the_group_and_changes_nothing(duel, alice):
    shown = look(alice, f"/circles/keep/{duel.code}/").content.decode()
    assert "Bob" in shown
    assert not Circle.objects.exists()


def test_the_keeper_of_a_group_hosts_it_and_the_others_are_only_invited(duel, alice, bob):
    circle_page = keep(alice, duel)["Location"]
    circle = Circle.objects.get()
    assert (circle.name, circle.host, circle.rules.key) == ("Duellists", alice, "noir")
    assert circle.memberships.get(user=bob).status == Status.INVITED
    assert "Bob" not in page(alice, circle)
    assert look(bob, circle_page).status_code == 404


@pytest.mark.parametrize("is_by_host", [True, False])
def test_people_blocked_with_the_keeper_of_a_group_are_not_invited(alice, bob, is_by_host):
    match = play_to_the_end(running(alice, bob, visibility="link"))
    blocks.block(*((alice, bob) if is_by_host else (bob, alice)))
    keep(alice, ended(match, timedelta(hours=1)))
    invited = Circle.objects.get().memberships.filter(status=Status.INVITED)
    assert len(invited) == 3
    assert bob not in {place.user for place in invited}
    assert "Duellists" not in look(bob, "/circles/").content.decode()
    assert keep(bob, match).status_code == 302
    assert Circle.objects.filter(host=bob).exists()


def test_pressing_twice_makes_one_circle(duel, alice):
    assert keep(alice, duel)["Location"] == keep(alice, duel, name="Again")["Location"]
    assert Circle.objects.count() == 1


def test_an_invitation_is_on_the_first_page_and_one_press_joins(duel, alice, bob):
    keep(alice, duel)
    circle = Circle.objects.get()
    home = browser(bob).get("/").content.decode()
    assert "Duellists" in home
    assert f"{circle.get_absolute_url()}accept/" in home
    answer = browser(bob).post(f"{circle.get_absolute_url()}accept/")
    assert answer["Location"] == circle.get_absolute_url()
    assert "Bob" in page(alice, circle)


def test_keeping_a_group_that_another_has_kept_joins_theirs(duel, alice, bob):
    keep(alice, duel)
    assert "Duellists" in look(bob, f"/circles/keep/{duel.code}/").content.decode()
    assert keep(bob, duel)["Location"] == Circle.objects.get().get_absolute_url()
    assert Circle.objects.get().memberships.get(user=bob).status == Status.MEMBER


def test_a_declined_invitation_disappears_and_nobody_is_notified(duel, alice, bob):
    keep(alice, duel)
    circle = Circle.objects.get()
    before = page(alice, circle)
    browser(bob).post(f"{circle.get_absolute_url()}decline/")
    assert browser(bob).post(f"{circle.get_absolute_url()}accept/").status_code == 404
    assert not circle.memberships.filter(user=bob).exists()
    assert before.count("<li>") == page(alice, circle).count("<li>")


def test_an_invitation_that_nobody_answers_is_pruned_and_members_are_not(duel, alice, bob):
    keep(alice, duel)
    Membership.objects.update(joined_at=timezone.now() - pruning.INVITATIONS + timedelta(hours=1))
    assert pruning.prune()["invitations"] == 0
    Membership.objects.update(joined_at=timezone.now() - pruning.INVITATIONS)
    assert pruning.prune()["invitations"] == 1
    assert [place.user for place in Membership.objects.all()] == [alice]


def test_a_leaver_can_keep_the_group_again_without_seeing_the_old_one(duel, alice, bob):
    circle = keeping.keep(duel.pk, alice, "Duellists")
    membership.join(circle, bob)
    membership.leave(circle, bob, keeps_name=True)
    assert "Duellists" not in look(bob, f"/circles/keep/{duel.code}/").content.decode()
    assert keep(bob, duel, name="Mine")["Location"] != circle.get_absolute_url()


def test_only_matches_of_the_same_people_are_included(duel, alice, bob, carol):
    earlier = played(alice, bob, ago=30)
    played(alice, carol, ago=20)
    circle = keeping.keep(duel.pk, alice, "Duellists")
    assert list(played_by(circle, alice)) == []
    membership.join(circle, bob)
    assert list(played_by(circle, alice)) == [duel, earlier]


def test_later_matches_of_the_same_people_elsewhere_are_not_included(duel, alice, bob):
    earlier = played(alice, bob, ago=30)
    circle = keeping.keep(duel.pk, alice, "Duellists")
    membership.join(circle, bob)
    circle.made_at = timezone.now() - timedelta(hours=20)
    assert list(played_by(circle, bob)) == [earlier]


def test_a_later_member_sees_only_the_public_part_of_past_matches_by_link(duel, alice, bob):
    public = play_to_the_end(running(alice, bob, game="noir"))
    ended(public, timedelta(hours=3))
    circle = keeping.keep(duel.pk, alice, "Duellists")
    membership.join(circle, bob)
    zoe = person("Zoe")
    membership.join(circle, zoe, code=circle.code)
    assert list(played_by(circle, zoe)) == [public]
    assert list(played_by(circle, alice)) == [duel, public]


def test_the_past_of_a_table_with_too_few_people_does_not_count(alice, bob, carol):
    match = play_to_the_end(running(alice, bob, visibility="link"))
    ended(match, timedelta(hours=1))
    circle = keeping.keep(match.pk, alice, "Five")
    for player in keeping.check(match, alice):
        if player.user != alice:
            membership.join(circle, player.user)
    assert list(played_by(circle, alice)) == [match]
    Match.objects.filter(pk=match.pk).update(has_bots=True)
    match.players.filter(user=bob).update(bot="simple", user=None)
    assert list(played_by(circle, alice)) == []
