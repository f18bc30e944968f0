"""What a person sees in a window, and how it differs between engines: not by pixels."""

from collections.abc import Sequence
from typing import NamedTuple

#: What says something and is in sight, uncovered: what it is, its words, and its box in columns
#: and rows, of which a window has twelve each.
SIGHT = r"""() => {
  const size = [innerWidth, innerHeight];
  const own = (one) => [...one.childNodes].filter((node) => node.nodeType === 3)
    .map((node) => node.data).join(" ").replace(/\s+/g, " ").replace(/\d+:\d\d/, "0:00").trim();
  const says = (one) => one.closest("time") ? "a time" : own(one) || one.getAttribute("aria-label")
    || one.getAttribute("placeholder") || one.querySelector("use")?.getAttribute("href")
    || one.getAttribute("class") || "";
  const pieces = "img, svg, canvas, input, i.mark, a, button, summary, select";
  const kind = (one) => one.closest("a, button, summary, label, h1, h2, h3")?.localName
    ?? one.localName;
  // A line may be broken elsewhere in another engine: words in it stand where their paragraph does.
  const block = (one) => getComputedStyle(one).display === "inline" && !one.matches(pieces)
    ? block(one.parentElement) : one;
  const isForReaders = (one, { width, height }) => width < 3 || height < 3
    || getComputedStyle(one).clipPath === "inset(50%)";
  const box = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const texts = own(one) ? [...range.getClientRects()] : [];
    return (texts.length ? texts : [...one.getClientRects()]).find(({ width }) => width > 2);
  };
  const isFree = (one, { x, y, width, height }) => {
    const spot = [x + width / 2, y + height / 2];
    const inside = spot.every((value, at) => value > 0 && value < size[at]);
    const hit = inside && document.elementFromPoint(...spot);
    return hit && (one.contains(hit) || hit.contains(one)
      || getComputedStyle(one).pointerEvents === "none");
  };
  const sight = [...document.body.querySelectorAll("*")].flatMap((one) => {
    if (!(own(one) || one.matches(pieces)) || one.closest(".sr-only, svg *")) return [];
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return [];
    const place = box(one);
    const { x, y, width, height } = block(one).getBoundingClientRect();
    if (!place || isForReaders(one, { width, height }) || !isFree(one, place)) return [];
    const grid = [x / size[0], y / size[1], width / size[0], height / size[1]];
    return [[kind(one), says(one), ...grid.map((part) => Math.round(part * 120) / 10)]];
  });
  const SHORT = 10_000; // ms: what moves for longer is an ornament
  const moves = document.querySelector("[data-beat]") || document.getAnimations().some((one) =>
    one.timeline === document.timeline && one.playState === "running"
    && one.effect.getComputedTiming().endTime < SHORT);
  const sideways = document.documentElement.scrollWidth - innerWidth;
  return { sight, sideways, moves: Boolean(moves) };
}"""
#: Columns and rows by which engines may differ: fonts have other widths, lines another height.
APART = 0.5
#: Where the lower or the right edge may cut a piece off in one engine alone.
EDGE = 0.3


class Piece(NamedTuple):
    """Something in sight: words, a picture, a button."""

    kind: str
    says: str
    x: float
    y: float
    width: float
    height: float

    @property
    def is_at_the_edge(self) -> bool:
        """Return whether it is cut by the lower or the right edge."""
        return max(self.x + self.width / 2, self.y + self.height / 2) > 12 - EDGE

    def distance(self, other: "Piece") -> float:
        """Return by how many columns or rows another piece stands elsewhere."""
        return max(abs(self.x - other.x), abs(self.y - other.y))


def differences(one: Sequence[Piece], other: Sequence[Piece]) -> list[str]:
    """Return how two sights differ: what only one has, and what stands elsewhere."""
    left, found = [*other], []
    for piece in one:
        twins = [twin for twin in left if twin[:2] == piece[:2]]
        if twins:
            twin = min(twins, key=piece.distance)
            left.remove(twin)
            if piece.distance(twin) > APART:
                found.append(f"elsewhere: {piece}, {twin}")
        elif not piece.is_at_the_edge:
            found.append(f"only in the first: {piece}")
    return found + [f"only in the second: {piece}" for piece in left if not piece.is_at_the_edge]
