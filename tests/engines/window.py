"""A person's window in any of the three engines: what a test says is the same for all."""

import time
from typing import Any

from tests.engines.protocols import PATIENCE, Line, Refused
from tests.engines.sight import SIGHT, Piece, differences
from tests.live_site import ROOT, LiveSite

#: The pictures of the last run, for a person to look at.
PICTURES = ROOT / "build" / "browsers"
#: What engines showed: by test, place and screen, then by engine.
SIGHTS: dict[tuple[str, ...], dict[str, list[Piece]]] = {}

SCREENS = {"desk": (1440, 900), "phone": (390, 844)}
#: The visible elements of a selector that say something; then what is done with the first.
FIND = """(css, says) => {
  const name = (one) => one.innerText || one.getAttribute("aria-label") || one.value || "";
  return [...document.querySelectorAll(css)].filter((one) => name(one).includes(says)
    && one.checkVisibility({ visibilityProperty: true }));
}"""
#: Where a press reaches an element, scrolled to if necessary; null if something lies over it.
POINT = f"""(css, says) => {{
  const one = ({FIND})(css, says)[0];
  if (!one || one.disabled) return null;
  const spot = () => {{
    const {{ x, y, width, height }} = one.getClientRects()[0] ?? {{}};
    return [Math.round(x + width / 2), Math.round(y + height / 2)];
  }};
  const isFree = () => {{
    const hit = document.elementFromPoint(...spot());
    return hit && (one.contains(hit) || hit.closest("label")?.control === one);
  }};
  if (!isFree()) one.scrollIntoView({{ block: "center", behavior: "instant" }});
  return isFree() ? spot() : null;
}}"""
TEXTS = f"(css, says) => ({FIND})(css, says).map((one) => one.innerText || one.value || '')"
COMPLAINTS = """() => {
  const said = sessionStorage.getItem("complaints");
  sessionStorage.removeItem("complaints");
  return (said ?? "").split("\\n").filter(Boolean);
}"""
PAGE = "() => `${location.href}\\n${document.body.innerText}`"


class Window:
    """One window, of one engine and one size, at one site."""

    def __init__(self, line: Line, site: LiveSite, engine: str, screen: str) -> None:
        self.line, self.site, self.engine, self.screen = line, site, engine, screen
        self.test = ""
        self.unlike: list[str] = []  #: how places look different from other engines
        line.resize(*SCREENS[screen])

    def go(self, path: str) -> None:
        """Open a page of the site."""
        self.line.go(self.site.url + path)

    def reload(self) -> None:
        """Load the page anew; nothing is done on the old one any more."""
        self.run("() => { window.isOld = true; location.reload(); }")
        self.until("() => !window.isOld && document.readyState === 'complete'")

    def run(self, function: str, *arguments: Any) -> Any:
        """Call a function in the page; null while the page changes."""
        try:
            return self.line.run(function, arguments)
        except Refused:
            return None

    def until(self, function: str, *arguments: Any) -> Any:
        """Wait until a function returns something, and return it."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if found := self.run(function, *arguments):
                return found
            time.sleep(0.05)
        self.take_picture("failed")
        raise AssertionError(f"{arguments or function} in vain, on\n{self.run(PAGE)}")

    def sees(self, css: str, says: str = "") -> list[str]:
        """Return the texts of visible elements."""
        return self.run(TEXTS, css, says) or []

    def wait(self, css: str, says: str = "") -> None:
        """Wait until an element is visible."""
        self.until(f"(...what) => ({FIND})(...what).length", css, says)

    def wait_until_gone(self, css: str, says: str = "") -> None:
        """Wait until no such element is visible."""
        self.until(f"(...what) => !({FIND})(...what).length", css, says)

    def press(self, css: str, says: str = "") -> None:
        """Press the first such element, as soon as it can be reached and stays where it is."""
        spots = [self.until(POINT, css, says)]
        while spots[-3:] != [spots[-1]] * 3:
            time.sleep(0.05)
            spots.append(self.until(POINT, css, says))
        spot = spots[-1]
        self.line.act(
            "pointer",
            [
                {"type": "pointerMove", "x": spot[0], "y": spot[1], "origin": "viewport"},
                {"type": "pointerDown", "button": 0},
                {"type": "pointerUp", "button": 0},
            ],
        )

    def type(self, css: str, text: str) -> None:
        """Write into a field, over what it says."""
        self.press(css)
        self.run("(css) => document.querySelector(css).select()", css)
        self.keys(text)
        self.until("(css, text) => document.querySelector(css).value === text", css, text)

    def keys(self, text: str) -> None:
        """Press one key after the other."""
        steps = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self.line.act("key", steps)

    def take_picture(self, place: str) -> None:
        """Store a picture of the window."""
        (PICTURES / f"{place}, {self.screen}, {self.engine}.png").write_bytes(self.line.picture())

    def complaints(self) -> list[str]:
        """Return what pages and the console have complained of since the last time."""
        return [*self.line.run(COMPLAINTS, ()), *self.line.complaints()]

    def look(self, place: str) -> None:
        """Note what is in sight once nothing moves, and how it differs from the engines before."""
        before = None
        self.run("() => scrollTo({ top: 0, behavior: 'instant' })")
        for _look in range(PATIENCE):
            now = self.run(SIGHT)
            if now is not None and now == before and not now["moves"]:
                break
            before = now
            time.sleep(0.3)
        else:
            raise AssertionError(f"{place} is never at rest")
        self.take_picture(place)
        sight = [Piece(*piece) for piece in now["sight"]]
        key = (self.test, place, self.screen)
        for engine, seen in SIGHTS.setdefault(key, {}).items():
            found = differences(seen, sight)
            self.unlike += [f"{place}, {engine} and {self.engine}: {one}" for one in found]
        SIGHTS[key][self.engine] = sight
        if now["sideways"] > 0:
            self.unlike.append(f"{place} sticks out sideways")
