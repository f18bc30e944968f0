"""The guided first match of a game."""

from django.db import transaction

from accounts.models import User
from games.catalog import GAMES
from games.engine.lesson import LESSON_BOT
from games.matches import errors
from games.matches.lobby import seats
from games.matches.lobby import services as lobby
from games.matches.models import Match


def begin_lesson(*, host: User, game: str, language: str) -> Match:
    """Open and start the lesson of `game`: an unlisted, uncounted match for one person.

    Its deal is always the same, so no commitment is needed.

    :raises NoSuchSeat: if the game has no lesson.
    """
    rules = GAMES[game]
    lesson = rules.pages.lesson
    if lesson is None:
        raise errors.NoSuchSeat
    with transaction.atomic():
        match = Match.objects.create(
            seed=lesson.seed,
            host=host,
            game=game,
            language=language,
            visibility=Match.Visibility.LINK,
            seats_min=lesson.players,
            seats_max=lesson.players,
            host_seat=lesson.seat,
            has_chat=False,
            allows_spectators=False,
            is_rated=False,
            is_counted=True,  # so statistics and ratings skip it
            is_weighed=True,
        )
        seats.seat_person(match, host, "", is_ready=True)
        for _other in range(lesson.players - 1):
            seats.seat_bot(match, LESSON_BOT)
        lobby.begin(match)
    return match
