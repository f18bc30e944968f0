"""How chance is made here, for somebody who doesn't trust us: precise enough to write it anew."""

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
    """Explain the algorithm, with an example whose numbers this very code has made."""
    context = {"example": example(), "games": GAMES.values()}
    return render(request, "history/fairness.html", context)


def example() -> dict[str, Any]:
    """Return an example to test one's own code with."""
    drawn = chance.SeededChance(SEED, ENTROPY)
    return {
        "seed": SEED.hex(),
        "entropy": ENTROPY,
        "commitment": chance.commitment(SEED),
        "key": chance.stream_key(SEED, ENTROPY).hex(),
        "label": LABEL,
        "below": drawn.below(LABEL, 6),
        "items": ITEMS,
        "order": drawn.shuffle(LABEL, ITEMS),
    }
