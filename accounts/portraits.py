"""Portraits: each face is composed of parts, as listed in its code.

A code depends on a public text, never on a name, a role, a deal or a seed, so a face reveals
nothing. Faces differ from the 25 suspects of Noir, who have different clothes and no background.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b

SHEET = 24  #: faces on one page of the choice
#: The visible part of a drawing: the head, from a little below the hat's top.
VIEW_BOX = "4 2 56 56"
INK = "#241d16"
SKINS = ("#f3dfc4", "#e9c9a3", "#d8ab7c", "#b98a5e", "#8f633f", "#6b4630")
HAIRS = ("#2b231c", "#5b3a21", "#9a4a24", "#cfa85a", "#a9a39a", "#7a2f22")
CLOTHS = (
    *("#7b2d26", "#2f4b5c", "#3f5a3c", "#4d3a5e"),
    *("#6b5130", "#37474f", "#8a6d1f", "#7a4a5c"),
)
#: The same background for all portraits: a person's state shows only in the frame.
GROUND = "#ebdfc6"

HEADS = (
    "M32 12c9 0 14 6 14 15s-6 17-14 17-14-8-14-17 5-15 14-15z",
    "M32 11c8 0 13 6 13 15 0 10-5 19-13 19s-13-9-13-19c0-9 5-15 13-15z",
    "M19 21c0-6 6-10 13-10s13 4 13 10v13c0 3-2 5-4 7l-4 3H27l-4-3c-2-2-4-4-4-7z",
    "M32 12c10 0 15 6 15 15 0 6-4 10-8 14-3 3-4 4-7 4s-4-1-7-4c-4-4-8-8-8-14 0-9 5-15 15-15z",
)
EYES = (
    '<circle cx="26" cy="27" r="1.9" fill="{k}"/><circle cx="38" cy="27" r="1.9" fill="{k}"/>'
    '<path d="M22 23c2-2 5-2 7-1M35 22c2-1 5-1 7 1"/>',
    '<circle cx="26" cy="27" r="1.9" fill="{k}"/><circle cx="38" cy="27" r="1.9" fill="{k}"/>'
    '<path d="M22 22l7 2M42 22l-7 2" stroke-width="2.2"/>',
    '<path d="M22 28c2-3 6-3 8 0M34 28c2-3 6-3 8 0M22 23c2-1 5-1 7 0M35 23c2-1 5-1 7 0"/>',
    '<path d="M22 26h8M34 26h8"/><path d="M24 26a2 2 0 004 0M36 26a2 2 0 004 0" fill="{k}"/>'
    '<path d="M22 22h7M35 22h7" stroke-width="2"/>',
    '<path d="M22 27c2-3 6-3 8 0-2 2-6 2-8 0zM34 27c2-3 6-3 8 0-2 2-6 2-8 0z" fill="#fbf5e6"/>'
    '<circle cx="26.5" cy="27" r="1.5" fill="{k}"/><circle cx="38.5" cy="27" r="1.5" fill="{k}"/>'
    '<path d="M22 22c2-1 5-1 7 1M35 23c2-2 5-2 7-1"/>',
)
MOUTHS = (
    '<path d="M28 38h8"/>',
    '<path d="M27 37c3 3 7 3 10 0"/>',
    '<path d="M27 39c3-3 7-3 10 0"/>',
    '<path d="M28 38c2-2 3-1 4 0 1-1 2-2 4 0-2 3-6 3-8 0z" fill="#8a2f2a"/>',
    '<path d="M28 38c4 1 7 0 9-3"/>',
)
BEARDS = (
    *("", "", "", ""),
    '<path d="M25 36c3-3 5-2 7-1 2-1 4-2 7 1-2 1-5 1-7 0-2 1-5 1-7 0z" fill="{h}"/>',
    '<path d="M18 28c3 6 5 7 8 7 3-2 9-2 12 0 3 0 5-1 8-7 1 12-6 20-14 20s-15-8-14-20zM28 39h8"'
    ' fill="{h}" fill-rule="evenodd"/><path d="M28 39h8" stroke="#fbf5e6"/>',
    '<path d="M28 42c3-1 5-1 8 0l-4 6z" fill="{h}"/>'
    '<path d="M26 36c3-3 9-3 12 0-4 1-8 1-12 0z" fill="{h}"/>',
    '<path d="M24 38l.1 0M27 42l.1 0M31 43l.1 0M35 42l.1 0M39 39l.1 0M26 40l.1 0M38 41l.1 0"/>',
    '<path d="M22 37c3 2 7 1 10-2 3 3 7 4 10 2-2 4-8 3-10 1-2 2-8 3-10-1z" fill="{h}"/>',
)
#: Drawn behind the head, and on it; a hat hides the latter.
HAIR_STYLES = (
    ("", '<path d="M19 26c1-3 1-5 2-7M45 26c-1-3-1-5-2-7"/>'),
    (
        "",
        '<path d="M17 28c-2-12 5-18 15-18s17 6 15 18c-1-4-2-7-4-9-7 2-15 2-22 0-2 2-3 5-4 9z"'
        ' fill="{h}"/>',
    ),
    (
        "",
        '<path d="M17 28C14 14 22 8 34 9c9 0 14 7 13 19-2-6-5-9-8-10-6 3-13 2-17-1-2 3-4 6-5 11z"'
        ' fill="{h}"/>',
    ),
    (
        '<path d="M14 28C13 13 22 6 32 6s19 7 18 22v14c-4 2-7 1-9 0H23c-2 1-5 2-9 0z" fill="{h}"/>',
        '<path d="M18 27c0-10 5-16 14-16s14 6 14 16c-3-3-4-6-5-8H23c-1 2-2 5-5 8z" fill="{h}"/>',
    ),
    (
        '<path d="M15 26C15 13 22 6 32 6s17 7 17 20c0 12 3 20 6 28H9c3-8 6-16 6-28z" fill="{h}"/>',
        '<path d="M17 30c0-11 6-18 15-18s15 7 15 18c-5-3-11-9-15-16-4 7-10 13-15 16z" fill="{h}"/>',
    ),
    (
        '<circle cx="32" cy="7" r="6" fill="{h}"/>',
        '<path d="M17 28c-1-11 6-17 15-17s16 6 15 17c-3-6-8-10-15-10s-12 4-15 10z" fill="{h}"/>',
    ),
    (
        '<circle cx="32" cy="23" r="20" fill="{h}"/>',
        '<path d="M18 24c2-6 7-11 14-11s12 5 14 11c-4-4-9-5-14-5s-10 1-14 5z" fill="{h}"/>',
    ),
    (
        '<path d="M13 30c-3-4 0-8 2-10 0-8 8-14 17-14s17 6 17 14c2 2 5 6 2 10 3 4 1 8-1 11 1 4-1 7'
        '-4 8H18c-3-1-5-4-4-8-2-3-4-7-1-11z" fill="{h}"/>',
        '<path d="M17 27c2-4 1-8 5-9 1-4 6-4 8-3 3-3 7-1 8 1 5 0 5 4 6 6 2 1 3 3 3 5 1-12-6-16-15-'
        '16S16 15 17 27z" fill="{h}"/>',
    ),
    (
        '<path d="M16 28c-4 6-5 14-3 22l4 6 4-6c1-9-1-16-2-22zM48 28c4 6 5 14 3 22l-4 6-4-6c-1-9'
        ' 1-16 2-22z" fill="{h}"/>',
        '<path d="M16 29c0-11 6-18 16-18s16 7 16 18c-5-2-11-7-16-15-5 8-11 13-16 15z" fill="{h}"/>',
    ),
    (
        "",
        '<path d="M17 29c-2-12 5-19 15-19s17 7 15 19c-1-5-3-8-6-10l-9 4-9-4c-3 2-5 5-6 10z"'
        ' fill="{h}"/>',
    ),
)
#: The styles that may have a beard.
SHORT = {0, 1, 2, 6, 9}
HEADSCARF = (
    '<path d="M13 58C11 46 12 34 13 27 14 13 22 6 32 6s18 7 19 21c1 7 2 19 0 31-5-4-7-10-7-14 3-6 4'
    '-11 3-17-1-8-7-12-15-12s-14 4-15 12c-1 6 0 11 3 17 0 4-2 10-7 14z" fill="{w}"/>'
)
HATS = (
    *("", "", "", "", "", "", ""),
    '<path d="M6 20c6 3 16 4 26 4s20-1 26-4c-4-2-8-3-11-3L44 5c-4-2-8 1-12 1s-8-3-12-1l-3 12c-3 0-7'
    ' 1-11 3z" fill="{w}"/><path d="M18 13c9 3 19 3 28 0l1 4c-9 3-21 3-30 0z" fill="{k}"/>',
    '<path d="M13 19C12 9 22 4 33 5c10 0 16 5 17 12-3 3-8 2-12 2-9 0-17 0-25 0z" fill="{w}"/>'
    '<path d="M13 19c5-3 14-3 20 0l-2 4c-7-2-14-1-20 0-1-1 0-3 2-4z" fill="{w}"/>',
    '<path d="M12 20C13 9 27 2 40 5c9 2 14 8 12 14-12-4-27-4-40 1z" fill="{w}"/>'
    '<path d="M31 4l1-3"/>',
    '<path d="M16 20C16 9 22 4 32 4s16 5 16 16z" fill="{w}"/>'
    '<path d="M14 17h36v7H14zM20 17v7M26 17v7M32 17v7M38 17v7M44 17v7" fill="{w}"/>',
    '<path d="M15 25C14 11 21 4 32 4s18 7 17 21c-10-6-24-6-34 0z" fill="{w}"/>'
    '<path d="M15 20c10-6 24-6 34 0v5c-10-6-24-6-34 0z" fill="{c}"/>'
    '<circle cx="45" cy="19" r="3" fill="#fbf5e6"/>',
    '<path d="M14 24C11 12 20 3 32 3s21 9 18 21c-3-4-10-7-18-7s-15 3-18 7z" fill="{w}"/>'
    '<path d="M18 21C20 13 26 8 36 4M46 21C44 13 38 8 28 4M15 15c6-3 11-3 17 2 6-5 11-5 17-2"/>',
    '<path d="M17 18C17 8 23 4 32 4s15 4 15 14z" fill="{w}"/>'
    '<path d="M9 19c6-4 40-4 46 0-6 4-40 4-46 0z" fill="{w}"/>',
    HEADSCARF,
)
COLLARS = (
    '<path d="M24 46l8 8 8-8"/>',
    '<path d="M24 46l8 8-7 4-4-10zM40 46l-8 8 7 4 4-10z" fill="#fbf5e6"/>'
    '<path d="M30 54h4l2 10h-8z" fill="{w}"/>',
    '<path d="M24 51l8 3-8 5zM40 51l-8 3 8 5z" fill="{k}"/>',
    '<path d="M22 44c6 4 14 4 20 0v7c-6 4-14 4-20 0z" fill="{c}"/>',
    '<path d="M20 47l12 13 12-13-2-2-10 9-10-9z" fill="{w}"/>',
    '<g fill="#fbf5e6"><circle cx="23" cy="49" r="2"/><circle cx="27" cy="52" r="2"/>'
    '<circle cx="32" cy="53.5" r="2"/><circle cx="37" cy="52" r="2"/>'
    '<circle cx="41" cy="49" r="2"/></g>',
    '<path d="M18 49c8 7 20 7 28 0l3 6c-9 8-25 8-34 0z" fill="{w}"/><path d="M38 57l2 7M34 59v5"/>',
    '<path d="M24 46l8 18 8-18" fill="#fbf5e6"/>'
    '<path d="M24 46l-5 4 7 5zM40 46l5 4-7 5z" fill="{c}"/>',
)
EXTRAS = (
    *("", "", "", ""),
    '<circle cx="26" cy="27" r="5"/><circle cx="38" cy="27" r="5"/><path d="M31 26h2M21 26l-3-1"/>',
    '<circle cx="38" cy="27" r="5.5" stroke="#b98a2b"/><path d="M43 30l2 14" stroke="#b98a2b"/>',
    '<circle cx="18" cy="36" r="2" fill="#e3b94f"/><circle cx="46" cy="36" r="2" fill="#e3b94f"/>',
    '<path d="M40 31l3 6M39.5 34.5l3.5-2"/>',
    '<circle cx="38" cy="35" r="1" fill="{k}"/>',
    '<path d="M33 39l10 3v-3h5v5c0 2-6 2-7 0l-8-3z" fill="#5b3a21"/>',
    '<path d="M21 25h9v3c0 6-9 6-9 0zM34 25h9v3c0 6-9 6-9 0z" fill="{k}"/>'
    '<path d="M30 26h4M21 25l-3 1M43 25l3 1" stroke-width="2"/>',
)

#: The number of variants of each part, in the order of a code's letters.
_PARTS = (SKINS, HAIRS, CLOTHS, HEADS, EYES, MOUTHS, BEARDS, HAIR_STYLES, HATS, COLLARS)
SIZES = tuple(len(part) for part in (*_PARTS, EXTRAS))
_LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz"
_CODE = re.compile("".join(f"[{_LETTERS[:size]}]" for size in SIZES))


@lru_cache(maxsize=4096)
def portrait_of(key: str) -> str:
    """Return the code of the face for `key`, a public text."""
    digest = blake2b(key.encode(), digest_size=2 * len(SIZES), person=b"portrait").digest()
    parts = (int.from_bytes(digest[2 * at : 2 * at + 2]) for at in range(len(SIZES)))
    return "".join(_LETTERS[number % size] for number, size in zip(parts, SIZES, strict=True))


def portrait_of_seat(seat: int | None) -> str:
    """Return the face for a seat whose player has none: a stranger, or a deleted account."""
    return portrait_of(f"seat {seat}")


def sheet_of(key: str, number: int) -> tuple[str, ...]:
    """Return a page of faces to choose from; each person gets different pages."""
    return tuple(portrait_of(f"{key} sheet {number} {place}") for place in range(SHEET))


def is_portrait(text: str) -> bool:
    """Return whether `text` is the code of a face."""
    return _CODE.fullmatch(text) is not None


@lru_cache(maxsize=1024)
def drawing(code: str) -> str:
    """Return the shapes of the face called `code`, drawn for `VIEW_BOX`.

    :raises ValueError: if the face does not exist.
    """
    shapes = bust(code)
    return f'<path d="M0 0h64v64H0z" fill="{GROUND}"/>{shapes}'


def bust(code: str) -> str:
    """Return the face without its background; the class `gaze` marks the eyes that move.

    :raises ValueError: if the face does not exist.
    """
    if not is_portrait(code):
        raise ValueError(repr(code))
    chosen = [int(letter, 36) for letter in code]
    skin, hair, cloth, head, eyes, mouth, beard, style, hat, collar, extra = chosen
    behind, before = HAIR_STYLES[style]
    if HATS[hat] == HEADSCARF:
        behind = ""
    shapes = (
        behind,
        '<path d="M26 40h12v12H26z" fill="{s}"/>',
        '<path d="M4 65c0-11 7-16 20-19l8 5 8-5c13 3 20 8 20 19z" fill="{c}"/>',
        COLLARS[collar],
        f'<path d="{HEADS[head]}" fill="{{s}}"/>',
        f'<g class="gaze">{EYES[eyes]}</g>',
        '<path d="M32 28l-2 5h3"/>',
        BEARDS[beard] if style in SHORT and HATS[hat] != HEADSCARF else "",
        MOUTHS[mouth],
        HATS[hat] or before,
        EXTRAS[extra],
    )
    colours = {"s": SKINS[skin], "h": HAIRS[hair], "c": CLOTHS[cloth], "k": INK}
    colours["w"] = CLOTHS[(cloth + 3) % len(CLOTHS)]
    return (
        f'<g stroke="{INK}" stroke-width="1.5" stroke-linejoin="round"'
        ' stroke-linecap="round" fill="none">'
        f"{''.join(shapes).format(**colours)}</g>"
    )


def symbols(codes: Iterable[str], prefix: str = "face") -> str:
    """Return a sprite of the faces called `codes`, for `<use href="#prefix-code"/>`."""
    symbols_text = "".join(
        f'<symbol id="{prefix}-{code}" viewBox="{VIEW_BOX}">{drawing(code)}</symbol>'
        for code in sorted(set(codes))
    )
    if not symbols_text:
        return ""
    return f'<svg class="face-symbols" width="0" height="0" aria-hidden="true">{symbols_text}</svg>'
