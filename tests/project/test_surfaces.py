"""Surfaces that lie on each other can be told apart, by day and by night."""

import re
from pathlib import Path

import pytest

TOKENS = (Path(__file__).resolve().parents[2] / "static/css/tokens.css").read_text()
COLOUR = r"#[0-9a-f]{6}"
#: By name: the colour by day and by night.
COLOURS = {
    name: (day, night or day)
    for name, day, night in re.findall(
        rf"--([\w-]+): (?:light-dark\()?({COLOUR})(?:, ({COLOUR})\))?;", TOKENS
    )
}
#: What lies on what. A raised sheet, by day nearly white, always has an edge of its own.
ON = [
    ("sheet", "paper"),
    ("folder", "paper"),
    ("sheet", "folder"),
    ("sheet", "wall"),
    ("wall", "wall-deep"),
    ("baize", "wall"),
    ("baize-lit", "baize"),
    ("lit", "wall-deep"),
    *((f"{kind}-tint", "sheet") for kind in ("press", "wax", "brass", "liberal", "fascist")),
]
#: Registry and cabinet don't meet by night: a player has the cabinet's night alone.
APART = {("sheet", "wall", 1), ("lit", "wall-deep", 0)}


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour (WCAG 2.2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21 (WCAG 2.2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["day", "night"])
@pytest.mark.parametrize(("upper", "lower"), ON)
def test_a_surface_differs_from_the_one_below(upper: str, lower: str, theme: int):
    if (upper, lower, theme) not in APART:
        assert contrast(COLOURS[upper][theme], COLOURS[lower][theme]) >= 1.2
