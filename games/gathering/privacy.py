"""Personal data of this app: exported on request, erased with the account."""

from typing import Any

from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games.gathering import appointments
from games.gathering.models import Appointment, DateAnswer, EveningBell, QueuePlace


def export(user: User) -> dict[str, Any]:
    """Return the appointments made by `user`, and their answers, bell and place in the queue."""
    own = Appointment.objects.filter(host=user).order_by("pk")
    answers = DateAnswer.objects.filter(user=user).order_by("pk")
    named = {"appointment": F("date__appointment__key"), "date_offered": F("date__at")}
    bell = EveningBell.objects.filter(user=user).values_list("until", flat=True)
    place = QueuePlace.objects.filter(user=user)
    return {
        "place_in_the_queue": list(place.values("game", "pace", "language", "asked_at", "hours")),
        "appointments": list(own.values("name", "game", "status", "starts_at")),
        "answers_to_dates": list(answers.values("comes", "at", **named)),
        "wants_the_bell_until": bell.first(),
    }


def erase(user: User) -> None:
    """Cancel the appointments of `user`, and delete their answers, bell and place in the queue."""
    own = Appointment.objects.filter(host=user)
    off = {"status": Appointment.Status.OFF, "changed_at": timezone.now()}
    own.filter(status__in=appointments.ON).update(**off)
    own.update(host=None, name="")
    Appointment.asked.through.objects.filter(user=user).delete()
    for rows in (DateAnswer, EveningBell, QueuePlace):
        rows.objects.filter(user=user).delete()
