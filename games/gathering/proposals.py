"""Where waiting is hopeless: the times at which people could, and what enough of them agree on."""

from collections import Counter, defaultdict
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from games.catalog import GAMES
from games.gathering import appointments, companies, queue
from games.gathering.models import QUEUE, Appointment, QueuePlace
from games.matches.public import Refused

#: The times on offer: each half hour from now on, but leave people time to read.
STEP, OFFERED, AT_LEAST = timedelta(minutes=30), 12, timedelta(minutes=15)
#: The most people whose hours are compared at once.
MOST = 1000


def offered() -> list[datetime]:
    """Return the times at which people may say that they could."""
    soonest = timezone.now().astimezone(UTC) + AT_LEAST
    start = soonest.replace(minute=0, second=0, microsecond=0)
    while start < soonest:
        start += STEP
    return [start + STEP * number for number in range(OFFERED)]


def toggle(user: User, text: str) -> None:
    """Note that `user` could come at a time on offer, or no longer; ignore other times."""
    if text not in {at.isoformat() for at in offered()}:
        return
    with transaction.atomic():
        place = QueuePlace.objects.select_for_update().filter(user=user).first()
        if place is not None:
            place.hours = sorted({*place.hours} ^ {text})
            place.save(update_fields=["hours"])


def counts_for(place: QueuePlace) -> Counter[str]:
    """Return how many others, who want the same game, could come at each time."""
    others = _with_hours().filter(game=place.game, language=place.language)
    rows = others.exclude(user=place.user_id).values_list("hours", flat=True)
    return Counter(hour for hours in rows[:MOST] for hour in hours)


def of(user: User) -> QuerySet[Appointment]:
    """Return the appointments that were proposed to `user` and are still to come."""
    on = {"status": Appointment.Status.SET, "starts_at__gt": timezone.now()}
    proposed = Appointment.objects.filter(slot__startswith=QUEUE, asked=user, **on)
    return proposed.prefetch_related("dates", "asked")


def _with_hours() -> QuerySet[QueuePlace]:
    return QueuePlace.objects.filter(match=None).exclude(hours=[]).order_by("asked_at", "pk")


def propose_due() -> None:
    """Propose an appointment at each time at which enough people could, the soonest first.

    People who can come at a time that has already been proposed are asked as well.
    """
    groups = defaultdict[tuple[str, str, str], list[QueuePlace]](list)
    now = timezone.now().isoformat()
    for place in _with_hours().select_related("user")[:MOST]:
        for hour in place.hours:
            if hour > now:
                groups[hour, place.game, place.language].append(place)
    asked = set[int]()
    for wish, places in sorted(groups.items(), key=lambda group: group[0]):
        people = [one for one in places if one.user_id not in asked]
        if people:
            asked.update(_propose(*wish, people))


def _propose(hour: str, game: str, language: str, places: list[QueuePlace]) -> set[int]:
    """Ask the people who could come at a time, if they are enough; return the asked users."""
    slot = f"{QUEUE}{game} {language} {hour}"
    with suppress(IntegrityError, Refused), transaction.atomic():  # another process was first
        known = Appointment.objects.select_for_update().filter(slot=slot).first()
        able = {one.user_id: one for one in places}
        people = list(able.values()) if known else _enough(game, able)
        if not people or (known and not known.is_on):
            return set()
        proposed = known or _make(slot, people[0], datetime.fromisoformat(hour))
        proposed.asked.add(*(one.user for one in people))
        proposed.changed_at = timezone.now()
        proposed.save(update_fields=["changed_at"])
        QueuePlace.objects.filter(pk__in=[one.pk for one in people]).update(hours=[])
        return {one.user_id for one in people}
    return set()


def _enough(game: str, able: dict[int, QueuePlace]) -> list[QueuePlace]:
    """Return the people who could fill a table, without pairs that are kept apart."""
    seats = GAMES[game].seats
    if len(able) < seats.start:
        return []
    apart = queue.kept_apart(able)
    divided = companies.divide(list(able), seats.stop - 1, seats.start, apart)
    return [able[user] for company in divided for user in company]


def _make(slot: str, first: QueuePlace, at: datetime) -> Appointment:
    return appointments.make(
        host=None,
        dates=[at],
        slot=slot,
        game=first.game,
        pace=first.pace,
        language=first.language,
        seats=GAMES[first.game].seats.stop - 1,
        is_public=True,
    )
