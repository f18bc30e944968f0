"""Writers of one process: everybody gets their turn, and nobody keeps it."""

from collections.abc import Callable
from threading import Thread

import pytest
from django.db import connection, transaction

from accounts.models import User

pytestmark = [pytest.mark.sqlite, pytest.mark.django_db(transaction=True)]

WRITERS, TURNS = 24, 5


def in_threads(count: int, do: Callable[[], None]) -> None:
    """Run `do` in `count` threads simultaneously, each with its own connection."""

    def work() -> None:
        try:
            do()
        finally:
            connection.close()

    threads = [Thread(target=work) for _thread in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def add_a_line(user: User) -> None:
    with transaction.atomic():
        known = User.objects.select_for_update().get(pk=user.pk)
        known.about += "x"
        known.save()


def test_many_simultaneous_writers_all_get_their_turn(alice):
    in_threads(WRITERS, lambda: [add_a_line(alice) for _turn in range(TURNS)])
    alice.refresh_from_db()
    assert alice.about == "x" * WRITERS * TURNS


def test_a_writer_who_fails_lets_the_next_one_write(alice):
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        User.objects.filter(pk=alice.pk).update(about=str(1 / 0))
    in_threads(1, lambda: add_a_line(alice))
    alice.refresh_from_db()
    assert alice.about == "x"


def test_a_connection_closed_in_the_middle_of_its_turn_lets_the_next_one_write(alice):
    def write_and_vanish() -> None:
        with transaction.atomic():
            User.objects.filter(pk=alice.pk).update(about="lost")
            connection.close()

    in_threads(1, write_and_vanish)
    in_threads(1, lambda: add_a_line(alice))
    alice.refresh_from_db()
    assert alice.about == "x"
