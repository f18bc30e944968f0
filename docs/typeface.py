"""Draw Kabinett, the site's typeface of capitals and figures: `make typeface`.

Each glyph is a list of strokes, as a sign painter would lay them out: stems, bars, slopes and bowls
of one pen. Strokes overlap and all run clockwise, so an area covered by two
strokes is filled once. Lowercase letters are not drawn: the browser takes them from the next
face in the stack.
"""

from collections.abc import Callable
from itertools import pairwise
from math import cos, hypot, pi, sin
from pathlib import Path
from typing import NamedTuple

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables._g_l_y_f import Glyph, flagOverlapSimple

FONT = Path(__file__).parent.parent / "static/fonts/kabinett.woff2"

EM = 940  # so capitals are a little taller than those of a face with lowercase letters
CAPITAL, ASCENT, DESCENT = 700, 880, 220
X_HEIGHT = EM // 2  # of letters that are not drawn: `font-size-adjust: 0.5` then changes nothing
STEM, BAR = 112, 94  # the pen's width in vertical and in horizontal strokes
SIDE = 38  # on both sides of a glyph
TOP, MIDDLE, BASE = CAPITAL - BAR / 2, 368, BAR / 2  # centers of the three bars

NORTH, EAST, SOUTH, WEST = 1j, 1, -1j, -1
FIRST_SECOND = 0x7C259DC0  # 1970, in seconds since 1904
Stroke = Callable[[TTGlyphPen], None]


class Turn(NamedTuple):
    """A quarter of an ellipse: to the left (1) or right (-1), and its two radii."""

    side: int
    width: float
    height: float


def polygon(*corners: tuple[float, float]) -> Stroke:
    """Return a stroke with straight edges, its corners given clockwise."""

    def draw(pen: TTGlyphPen) -> None:
        pen.moveTo(corners[0])
        for corner in corners[1:]:
            pen.lineTo(corner)
        pen.closePath()

    return draw


def stem(x: float, low: float = 0, high: float = CAPITAL) -> Stroke:
    """Return a vertical stroke centred on `x`."""
    left, right = x - STEM / 2, x + STEM / 2
    return polygon((left, low), (left, high), (right, high), (right, low))


def bar(y: float, left: float, right: float) -> Stroke:
    """Return a horizontal stroke centred on `y`."""
    low, high = y - BAR / 2, y + BAR / 2
    return polygon((left, low), (left, high), (right, high), (right, low))


def slope(x: float, low: float, to: float, high: float) -> Stroke:
    """Return a slanting stroke from `(x, low)` up to `(to, high)`, its ends cut level."""
    half = STEM * 0.94 * hypot(to - x, high - low) / (high - low) / 2
    return polygon((x - half, low), (to - half, high), (to + half, high), (x + half, low))


def dot(x: float, y: float) -> Stroke:
    """Return a square dot whose lower edge is at `y`."""
    return stem(x, y, y + STEM)


def pipe(start: complex, ahead: complex, *moves: float | Turn) -> Stroke:
    """Return a stroke: a number continues it straight for that length, a `Turn` around a corner.

    It is one contour, or two if it comes back to its start: hinters read bars out of outlines, and
    find false ones where pieces meet.
    """
    place = start
    edges = {side: [_beside(place, ahead, side)] for side in (1, -1)}
    for move in moves:
        if isinstance(move, Turn):
            toward = ahead * 1j * move.side
            center = place + toward * _along(toward, move.width, move.height)
            for side, edge in edges.items():
                edge += _quarter(center, ahead, toward, move, -side * move.side)
            place, ahead = center + ahead * _along(ahead, move.width, move.height), toward
        else:
            place += ahead * move
            for side, edge in edges.items():
                edge.append(_beside(place, ahead, side))
    left, right = edges[1], _reversed(edges[-1])
    contours = [left, right] if abs(place - start) < 1 else [[*left, *right]]
    return lambda pen: _draw(contours, pen)


def _along(direction: complex, width: float, height: float) -> float:
    """Return the extent in a direction: the width or the height."""
    return width if direction.imag == 0 else height


def _half(direction: complex) -> float:
    """Return half of the pen's extent in a direction."""
    return _along(direction, STEM, BAR) / 2


def _beside(place: complex, ahead: complex, side: int) -> list[complex]:
    """Return the end of a straight piece on one edge of the pen."""
    return [place + side * ahead * 1j * _half(ahead * 1j)]


def _quarter(
    center: complex, ahead: complex, toward: complex, turn: Turn, grow: int
) -> list[list[complex]]:
    """Return two curves, each a control point and an end, along one edge of a turn."""
    reach = 1 / cos(pi / 8)  # a quadratic curve is close to 45 degrees; its tangents meet there
    near = _along(toward, turn.width, turn.height) + grow * _half(toward)
    far = _along(ahead, turn.width, turn.height) + grow * _half(ahead)

    def at(eighths: float, reach: float = 1) -> complex:
        angle = eighths * pi / 4
        return center + reach * (ahead * far * sin(angle) - toward * near * cos(angle))

    return [[at(0.5, reach), at(1)], [at(1.5, reach), at(2)]]


def _reversed(edge: list[list[complex]]) -> list[list[complex]]:
    """Return an edge in the other direction."""
    back = [[*later[:-1], earlier[-1]] for earlier, later in pairwise(edge)]
    return [[edge[-1][-1]], *reversed(back)]


def _draw(contours: list[list[list[complex]]], pen: TTGlyphPen) -> None:
    """Draw closed contours of points (lines) and of pairs of points (curves)."""
    for first, *others in contours:
        pen.moveTo((first[-1].real, first[-1].imag))
        for piece in others:
            pen.qCurveTo(*((point.real, point.imag) for point in piece))
        pen.closePath()


L, R = STEM / 2, 400 - STEM / 2  # left and right stem of a round letter
ROUND = (R - L) / 2, 150.0  # radii of its turns, and where they begin above and below
HIGH, LOW = TOP - ROUND[1], BASE + ROUND[1]
SHAFT = HIGH - LOW
UPPER, LOWER = (TOP + MIDDLE) / 2, (MIDDLE + BASE) / 2  # centers of the two bowls of B, S, 3 and 8
UP, DOWN = TOP - UPPER, MIDDLE - LOWER  # and their radii
BIG = 165.0  # radius of the large bowl of 6 and 9
TIP = 42.0  # the length by which an open end of a round letter continues


def left(width: float = ROUND[0], height: float = ROUND[1]) -> Turn:
    """Return a turn to the left."""
    return Turn(1, width, height)


def right(width: float = ROUND[0], height: float = ROUND[1]) -> Turn:
    """Return a turn to the right."""
    return Turn(-1, width, height)


def ring(x: float, y: float, width: float, height: float, shaft: float = 0) -> Stroke:
    """Return a closed round shape whose left side is `shaft` high above `(x, y)`."""
    turn = right(width, height)
    return pipe(complex(x, y), NORTH, shaft, turn, turn, shaft, turn, turn)


def belly(top: float, length: float, width: float, foot: float) -> Stroke:
    """Return the bowl of a B, D, P or R between two bars."""
    turn = right(width, (top - foot) / 2)
    return pipe(complex(L, top), EAST, length, turn, turn, length)


def open_round(end: float) -> Stroke:
    """Return a C whose lower end continues for `end`."""
    start = complex(R, HIGH - TIP)
    return pipe(start, NORTH, TIP, left(), left(), SHAFT, left(), left(), end)


OVAL = ring(L, LOW, *ROUND, SHAFT)
HEAD = [stem(L), belly(TOP, 156, 132, 310)]

# The parts of each glyph: its width without the sides, and its strokes.
GLYPHS: dict[str, tuple[float, list[Stroke]]] = {
    "A": (436, [slope(56, 0, 218, 700), slope(380, 0, 218, 700), bar(176, 90, 346)]),
    "B": (404, [stem(L), belly(TOP, 160, 118, MIDDLE), belly(MIDDLE, 164, 128, BASE)]),
    "C": (396, [open_round(TIP)]),
    "D": (404, [stem(L), pipe(complex(L, TOP), EAST, 148, right(), SHAFT, right(), 148)]),
    "E": (326, [stem(L), bar(TOP, 0, 326), bar(MIDDLE, 0, 288), bar(BASE, 0, 326)]),
    "F": (316, [stem(L), bar(TOP, 0, 316), bar(340, 0, 278)]),
    "G": (400, [open_round(340 + BAR / 2 - LOW), bar(340, 214, 400)]),
    "H": (408, [stem(L), stem(352), bar(MIDDLE, 0, 408)]),
    "I": (112, [stem(L)]),
    "J": (300, [pipe(complex(L, LOW + TIP), SOUTH, TIP, left(94), left(94), CAPITAL - LOW)]),
    "K": (412, [stem(L), slope(70, 236, 338, 700), slope(350, 0, 182, 420)]),
    "L": (308, [stem(L), bar(BASE, 0, 308)]),
    "M": (520, [stem(L), stem(464), slope(260, 150, 62, 700), slope(260, 150, 458, 700)]),
    "N": (420, [stem(L), stem(364), slope(358, 0, 62, 700)]),
    "O": (400, [OVAL]),
    "P": (396, HEAD),
    "Q": (400, [OVAL, slope(372, -70, 238, 180)]),
    "R": (404, [*HEAD, slope(346, 0, 196, 330)]),
    "S": (396, [pipe(complex(340, UPPER - TIP), NORTH, TIP, left(140, UP), left(140, UP),
                     left(140, UP), right(140, DOWN), right(140, DOWN), right(140, DOWN), TIP)]),
    "T": (376, [stem(188), bar(TOP, 0, 376)]),
    "U": (400, [pipe(complex(L, CAPITAL), SOUTH, CAPITAL - LOW, left(), left(), CAPITAL - LOW)]),
    "V": (428, [slope(214, 0, 54, 700), slope(214, 0, 374, 700)]),
    "W": (620, [slope(176, 0, 52, 700), slope(176, 0, 310, 700), slope(444, 0, 310, 700),
                slope(444, 0, 568, 700)]),
    "X": (428, [slope(58, 0, 370, 700), slope(370, 0, 58, 700)]),
    "Y": (420, [slope(210, 270, 56, 700), slope(210, 270, 364, 700), stem(210, 0, 290)]),
    "Z": (372, [bar(TOP, 0, 372), bar(BASE, 0, 372), slope(62, BASE, 310, TOP)]),
    "0": (400, [OVAL]),
    "1": (400, [stem(224), polygon((74, 514), (74, 620), (224, 700), (224, 594))]),
    "2": (400, [pipe(complex(L, UPPER - TIP), NORTH, TIP, right(140, UP), right(140, UP)),
                slope(76, BASE, 336, UPPER), bar(BASE, 16, 396)]),
    "3": (400, [pipe(complex(60, UPPER - TIP), NORTH, TIP, right(136, UP), right(136, UP),
                     right(136, UP), 60),
                pipe(complex(136, MIDDLE), EAST, 60, right(148, DOWN), right(148, DOWN),
                     right(140, DOWN), TIP)]),
    "4": (400, [stem(282), slope(62, 172, 252, 700), bar(172, 12, 396)]),
    "5": (400, [bar(TOP, 34, 366), stem(90, 377),
                pipe(complex(60, 424), EAST, 140, right(144, 188.5), right(144, 188.5),
                     right(144, 150), TIP)]),
    "6": (400, [pipe(complex(R, HIGH - TIP), NORTH, TIP, left(), left(), HIGH - BASE - BIG),
                ring(L, BASE + BIG, ROUND[0], BIG)]),
    "7": (400, [bar(TOP, 16, 390), slope(150, 0, 322, TOP)]),
    "8": (400, [ring(L + 14, UPPER, ROUND[0] - 14, UP), ring(L, LOWER, ROUND[0], DOWN)]),
    "9": (400, [pipe(complex(L, LOW + TIP), SOUTH, TIP, left(), left(), TOP - BIG - LOW),
                ring(L, TOP - BIG, ROUND[0], BIG)]),
    ".": (112, [dot(L, 0)]),
    ",": (112, [dot(L, 0), slope(32, -96, 68, 20)]),
    ":": (112, [dot(L, 90), dot(L, 430)]),
    "·": (112, [dot(L, 300)]),
    "'": (112, [stem(L, 470)]),
    "’": (112, [dot(L, 588), slope(32, 490, 68, 620)]),
    "!": (112, [dot(L, 0), stem(L, 200)]),
    "?": (372, [pipe(complex(L, UPPER - TIP), NORTH, TIP, right(130, UP), right(130, UP),
                     right(130, UP)), stem(186, 190, MIDDLE + BAR / 2), dot(186, 0)]),
    "-": (220, [bar(324, 0, 220)]),
    "–": (380, [bar(324, 0, 380)]),
    "+": (380, [bar(324, 0, 380), stem(190, 134, 514)]),
    "/": (340, [slope(52, -40, 288, 740)]),
    "(": (190, [pipe(complex(190, 740), WEST, 4, left(130, 240), 360, left(130, 240), 4)]),
    ")": (190, [pipe(complex(0, -100), EAST, 4, left(130, 240), 360, left(130, 240), 4)]),
    "&": (468, [ring(84, UPPER, 106, UP),
                pipe(complex(190, MIDDLE), WEST, 4, left(130, DOWN), left(130, DOWN), 4,
                     left(150, DOWN), 90), slope(408, 0, 118, 440)]),
    "%": (568, [ring(L, 520, 56, 136), ring(400, 180, 56, 136), slope(158, 0, 410, 700)]),
    " ": (140, []),
}  # fmt: skip


def marked(letter: str, *signs: Callable[[float], Stroke]) -> tuple[float, list[Stroke]]:
    """Return a letter with accents over its middle."""
    width, strokes = GLYPHS[letter]
    return width, [*strokes, *(sign(width / 2) for sign in signs)]


def grave(x: float) -> Stroke:
    """Return a grave accent over `x`."""
    return slope(x + 50, 764, x - 60, 880)


def acute(x: float) -> Stroke:
    """Return an acute accent over `x`."""
    return slope(x - 50, 764, x + 60, 880)


def dots(x: float) -> Stroke:
    """Return the two dots of an umlaut over `x`."""
    left, right = dot(x - 92, 776), dot(x + 92, 776)

    def draw(pen: TTGlyphPen) -> None:
        left(pen)
        right(pen)

    return draw


GLYPHS |= {letter: marked(base, dots) for letter, base in zip("ÄÖÜ", "AOU", strict=True)}
GLYPHS |= {letter: marked(base, grave) for letter, base in zip("ÀÈÌÒÙ", "AEIOU", strict=True)}
GLYPHS |= {"É": marked("E", acute)}

# Pairs that are too far apart, with the excess; O represents every letter that is round there.
KERNING = """
@round = [{round}]; @foot = [A {A}]; @point = [V W Y]; @roof = [T P F {seven}];
feature kern {{
  pos @foot @point -56; pos @point @foot -56; pos @roof @foot -44; pos @foot T -52;
  pos L @point -60; pos L T -60; pos @point @round -16; pos @round @point -16; pos K @round -20;
  pos T [J] -40; pos @roof [{stop}] -60; pos @point [{stop}] -50;
}} kern;
"""


def name_of(letter: str) -> str:
    """Return a glyph's name by the Adobe glyph list."""
    return letter if letter.isascii() and letter.isupper() else f"uni{ord(letter):04X}"


def outline(strokes: list[Stroke]) -> Glyph:
    """Return an outline of strokes, flagged as overlapping for renderers that use the flag."""
    pen = TTGlyphPen(None)
    for stroke in strokes:
        stroke(pen)
    glyph = pen.glyph()
    if strokes:
        glyph.coordinates.translate((SIDE, 0))
        glyph.coordinates.toInt()
        glyph.flags[0] |= flagOverlapSimple
    return glyph


def kerning() -> str:
    """Return the pairs of `KERNING` with the names of the glyphs."""
    named = {"A": "ÄÀ", "round": "COGQÖÒ", "seven": "7", "stop": ".,"}
    return KERNING.format(**{key: " ".join(map(name_of, value)) for key, value in named.items()})


def build() -> FontBuilder:
    """Return the font, with a fixed date so that equal strokes give equal bytes."""
    font = FontBuilder(EM, isTTF=True)
    names = {letter: name_of(letter) for letter in GLYPHS}
    drawn = {".notdef": GLYPHS["O"], **{names[letter]: drawn for letter, drawn in GLYPHS.items()}}
    font.setupGlyphOrder(list(drawn))
    font.setupCharacterMap({ord(letter): name for letter, name in names.items()})
    font.setupGlyf({name: outline(strokes) for name, (_, strokes) in drawn.items()})
    glyf = font.font["glyf"]
    widths = {name: round(width + 2 * SIDE) for name, (width, _) in drawn.items()}
    font.setupHorizontalMetrics(
        {name: (width, getattr(glyf[name], "xMin", 0)) for name, width in widths.items()}
    )
    font.setupHorizontalHeader(ascent=ASCENT, descent=-DESCENT)
    font.setupOS2(
        sTypoAscender=ASCENT, sTypoDescender=-DESCENT, usWinAscent=ASCENT, usWinDescent=DESCENT,
        sCapHeight=CAPITAL, sxHeight=X_HEIGHT, usWeightClass=600,
    )  # fmt: skip
    font.setupNameTable({"familyName": "Kabinett", "styleName": "Regular"})
    font.setupPost()
    font.updateHead(created=FIRST_SECOND, modified=FIRST_SECOND)
    addOpenTypeFeaturesFromString(font.font, kerning())
    return font


def main() -> None:
    """Write the font as woff2."""
    font = build().font
    font.recalcTimestamp = False
    font.flavor = "woff2"
    FONT.parent.mkdir(exist_ok=True)
    font.save(FONT)


if __name__ == "__main__":
    main()
