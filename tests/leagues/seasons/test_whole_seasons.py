"""Whole seasons through the services, from sign-up to archive, with trouble on the way."""

from dataclasses import replace
from random import Random

import pytest

from bench.leagues.season import PLANS, play
from games.leagues.models import Season

pytestmark = pytest.mark.django_db


def test_five_play_a_round_robin_of_noir_with_an_absence_and_a_withdrawal():
    story = play(replace(PLANS["noir-9"], players=5), Random(1))
    season = Season.objects.get()
    assert season.is_over
    assert (story.absences, story.disputes, story.withdrawals) == (1, 1, 1)
    assert story.repeats == 0


def test_seven_play_secret_hitler_at_balanced_tables_with_a_late_entrant():
    plan = replace(PLANS["secret-hitler-35"], players=7, rounds=2, format="swiss_tables")
    story = play(plan, Random(2))
    assert Season.objects.get().is_over
    assert (story.absences, story.withdrawals, story.late) == (1, 1, 1)
