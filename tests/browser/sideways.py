"""What makes a page scroll sideways at 400 % zoom, with text of twice the size, or lying down."""

from playwright.sync_api import Page

#: Width and height in px, and the size of text in percent. 400 % zoom makes 320 x 256 px of a desk.
SIZES = {
    "400 % zoom": (320, 256, 100),
    "200 % text": (390, 844, 200),
    "lying down": (844, 390, 100),
}
#: The elements that stick out, outermost first; what scrolls by itself hides what is in it.
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
ENLARGE = "percent => { document.documentElement.style.fontSize = `${percent}%`; }"


def sideways(page: Page) -> dict[str, list[str]]:
    """Return what sticks out of `page`, by size; nothing where all is well."""
    found = {}
    for name, (width, height, percent) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(ENLARGE, percent)
        if nodes := page.evaluate(STICKING_OUT):
            found[f"sideways: {name}"] = nodes
    page.evaluate(ENLARGE, 100)
    return found
