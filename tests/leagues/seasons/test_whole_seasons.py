"""Whole seasons through the services, from sign-up to archive, with trouble on the way."""

from dataclasses import replace
from random import Random

import pytest

from bench.leagues.season import PLANS, play
from games.leagues.models import Season

pytestmark = pytest.mark.django_db


def test_five_play_noir_all_against_all_though_one_stays_away_and_one_leaves():
    story = play(replace(PLANS["noir-9"], players=5), Random(1))
    season = Season.objects.get()
    assert season.is_over
    assert (story.absences, story.disputes, story.withdrawals) == (1, 1, 1)
    assert story.repeats == 0


def test_seven_play_secret_hitler_at_level_tables_with_one_who_comes_late():
    plan = replace(PLANS["secret-hitler-35"], players=7, rounds=2, format="swiss_tables")
    story = play(plan, Random(2))
    assert Season.objects.get().is_over
    assert (story.absences, story.withdrawals, story.late) == (1, 1, 1)
