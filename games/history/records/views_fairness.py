"""Explains chance on this site so precisely that a sceptical reader can reimplement it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.catalog import GAMES
from games.engine import chance

SEED = bytes(range(chance.SEED_BYTES))
ENTROPY = ("Ada", "Zoë", "")
LABEL = "example"
ITEMS = ("a", "b", "c", "d", "e")


@require_safe
def fairness(request: HttpRequest) -> HttpResponse:
    """Explain the algorithm, with an example that this code computes."""
    context = {"example": example(), "games": GAMES.values()}
    return render(request, "history/records/fairness.html", context)


def example() -> dict[str, Any]:
    """Return an example for testing one's own code."""
    chance_stream = chance.SeededChance(SEED, ENTROPY)
    return {
        "seed": SEED.hex(),
        "entropy": ENTROPY,
        "commitment": chance.commitment(SEED),
        "key": chance.stream_key(SEED, ENTROPY).hex(),
        "label": LABEL,
        "below": chance_stream.below(LABEL, 6),
        "items": ITEMS,
        "order": chance_stream.shuffle(LABEL, ITEMS),
    }
