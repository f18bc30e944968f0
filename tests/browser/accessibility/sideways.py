"""Detects sideways scrolling at 400 % zoom, with text of twice the size, or in landscape."""

from functools import lru_cache

from playwright.sync_api import CDPSession, Page

from tests.browser.people import PHONE

#: Width and height in px, and the size of letters in percent, as in a browser's settings. 400 %
#: zoom makes 320 x 256 px of a desk.
SIZES = {
    "400 % zoom": (320, 256, 100),
    "lying down": (844, 390, 100),
    "200 % text": (390, 844, 200),
}
#: The elements that stick out, outermost first; scroll containers hide their contents.
STICKING_OUT = """() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width + 1) return [];
  const name = (one) => one.tagName.toLowerCase() + (one.id ? `#${one.id}` : "")
    + (one.classList[0] ? `.${one.classList[0]}` : "");
  const scrolls = (one) => one && one !== document.body
    && (getComputedStyle(one).overflowX !== "visible" || scrolls(one.parentElement));
  const wide = [...document.body.querySelectorAll("*")].filter((one) => {
    const box = one.getBoundingClientRect();
    const isOut = box.width && box.right > width + 1 && one.checkVisibility();
    return isOut && !scrolls(one.parentElement);
  });
  return [`${document.documentElement.scrollWidth} px`, ...wide.slice(0, 4).map(name)];
}"""
#: The same with letters of twice the size, if the browser enlarges no other lengths.
WITH_LARGE_LETTERS = f"""() => {{
  const style = document.documentElement.style;
  style.fontSize = "200%";
  const found = ({STICKING_OUT})();
  style.fontSize = "";
  return found;
}}"""


def enlarge(page: Page, percent: int) -> None:
    """Set the text size in the browser of `page`, as a reader would."""
    size = 16 * percent // 100
    sizes = {"standard": size, "fixed": size}
    _session(page).send("Page.setFontSizes", {"fontSizes": sizes})


@lru_cache(maxsize=1)
def _session(page: Page) -> CDPSession:
    return page.context.new_cdp_session(page)


def sideways(page: Page) -> dict[str, list[str]]:
    """Return the elements that stick out of `page`, by size; empty if all is well.

    Letters are of the usual size before and after: each change of it is as slow as another width.
    """
    found = {}
    for name, (width, height, percent) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        if percent != 100:
            enlarge(page, percent)
        if nodes := page.evaluate(STICKING_OUT):
            found[f"sideways: {name}"] = nodes
        if percent != 100:
            enlarge(page, 100)
    page.set_viewport_size(PHONE)
    if nodes := page.evaluate(WITH_LARGE_LETTERS):
        found["sideways: 200 % letters alone"] = nodes
    return found
