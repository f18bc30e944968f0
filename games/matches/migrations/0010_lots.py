"""Tell in old logs too which decisions the clock drew, where the game now has an event for it."""

import msgspec
from django.db import migrations

from games.catalog import GAMES


def tell_lots(apps, schema_editor):
    """Put the event before those of every decision that the clock drew."""
    rewrite(apps, lambda lot, events: events if events[:1] == (lot,) else (lot, *events))


def forget_lots(apps, schema_editor):
    """Take the event out again."""
    rewrite(apps, lambda lot, events: events[1:] if events[:1] == (lot,) else events)


def rewrite(apps, changed):
    """Store what `changed(lot, events)` makes of the events of every lot, match after match."""
    Entry = apps.get_model("matches", "Entry")
    of_clock = Entry.objects.filter(by="clock", match__game__in=[*GAMES]).order_by()
    matches = apps.get_model("matches", "Match").objects
    for match in matches.filter(pk__in=of_clock.values("match")).order_by("pk"):
        game, state = GAMES[match.game], GAMES[match.game].start.empty
        for entry in Entry.objects.filter(match=match).order_by("number"):
            events = msgspec.json.decode(entry.events, type=tuple[game.records.events, ...])
            lot = lot_of(game, state, entry)
            told = events if lot is None else changed(lot, events)
            if told != events:
                text = msgspec.json.encode(told).decode()
                Entry.objects.filter(pk=entry.pk).update(events=text)
            state = game.apply(state, told)


def lot_of(game, state, entry):
    """Return the event that `entry` should begin with; None where nothing was drawn."""
    if entry.by != "clock" or entry.seat is None:
        return None
    action = msgspec.json.decode(entry.action, type=game.records.actions)
    return game.waiting.clock_event(state, entry.seat, action)


class Migration(migrations.Migration):

    dependencies = [
        ("matches", "0009_letters"),
    ]

    operations = [
        migrations.RunPython(tell_lots, forget_lots),
    ]
