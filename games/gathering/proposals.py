"""Proposes times to people in the queue, based on the times at which they could play."""

from collections import Counter, defaultdict
from datetime import UTC, datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from games.catalog import GAMES
from games.gathering import appointments, companies, queue
from games.gathering.models import QUEUE, Appointment, QueuePlace

#: The times on offer: the interval, their number, and the minimum notice.
STEP, OFFERED, AT_LEAST = timedelta(minutes=30), 12, timedelta(minutes=15)
#: The maximum number of people whose times are compared.
MOST = 1000


def offered() -> list[datetime]:
    """Return the times among which people may choose."""
    soonest = timezone.now().astimezone(UTC) + AT_LEAST
    start = soonest.replace(minute=0, second=0, microsecond=0)
    while start < soonest:
        start += STEP
    return [start + STEP * number for number in range(OFFERED)]


def toggle(user: User, text: str) -> None:
    """Toggle whether `user` could play at a time on offer; ignore other times."""
    if text not in {at.isoformat() for at in offered()}:
        return
    with transaction.atomic():
        place = QueuePlace.objects.select_for_update().filter(user=user).first()
        if place is not None:
            place.hours = sorted({*place.hours} ^ {text})
            place.save(update_fields=["hours"])


def counts_for(place: QueuePlace) -> Counter[str]:
    """Return the number of other people who could play the same game, by time."""
    others = _with_hours().filter(game=place.game, language=place.language)
    rows = others.exclude(user=place.user_id).values_list("hours", flat=True)
    return Counter(hour for hours in rows[:MOST] for hour in hours)


def of(user: User) -> QuerySet[Appointment]:
    """Return the upcoming appointments that were proposed to `user`."""
    on = {"status": Appointment.Status.SET, "starts_at__gt": timezone.now()}
    proposed = Appointment.objects.filter(slot__startswith=QUEUE, asked=user, **on)
    return proposed.prefetch_related("dates", "asked")


def _with_hours() -> QuerySet[QueuePlace]:
    return QueuePlace.objects.filter(match=None).exclude(hours=[]).order_by("asked_at", "pk")


def propose_due() -> None:
    """Propose an appointment at each time at which enough people could play, earliest first.

    People who could play at an already proposed time are asked as well.
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
    """Propose a time to the people who could play then, if enough; return the users asked."""
    slot, at = f"{QUEUE}{game} {language} {hour}", datetime.fromisoformat(hour)
    with transaction.atomic():
        proposed = Appointment.objects.select_for_update().filter(slot=slot).first()
        people = {one.user_id: one for one in places}
        if proposed is None and (people := _enough(game, people)):
            pace = next(iter(people.values())).pace
            proposed = appointments.make_once(slot, game, at, pace=pace, language=language)
        if proposed is None or not proposed.is_on:
            return set()
        proposed.asked.add(*people)
        Appointment.objects.filter(pk=proposed.pk).update(changed_at=timezone.now())
        QueuePlace.objects.filter(user__in=people).update(hours=[])
        return set(people)


def _enough(game: str, able: dict[int, QueuePlace]) -> dict[int, QueuePlace]:
    """Return the people who can fill tables without pairs kept apart; empty if too few."""
    seats = GAMES[game].seats
    if len(able) < seats.start:
        return {}
    apart = queue.kept_apart(able)
    divided = companies.divide(list(able), seats.stop - 1, seats.start, apart)
    return {user: able[user] for company in divided for user in company}
