"""What a table looks like in a browser: who is in sight, what is small, covered or sideways."""

PHONES = {"phone": (390, 844), "small phone": (375, 667)}
SCREENS = {**PHONES, "low desk": (1280, 720)}
#: Screens on which some portraits are smaller than a thumb.
NARROW = {"narrow phone": (320, 640), "phone on its side": (844, 390)}
#: Measurements in a page: boxes of people against the tray, fonts, names, panes, widths.
LOOK = """() => {
  const tray = document.querySelector(".tray").getBoundingClientRect();
  const scene = document.querySelector(".scene").getBoundingClientRect();
  const people = [...document.querySelectorAll(".chair :is(.portrait, .person-name)")]
    .map((one) => one.getBoundingClientRect());
  const inside = (box) => box.top >= scene.top - 1 && box.bottom <= tray.top + 1
    && box.left >= -1 && box.right <= innerWidth + 1 && box.width > 30;
  const says = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const words = [...document.querySelectorAll(":is(.strips, .scene, .tray, .tabs-bar) *")]
    .filter((one) => says(one) && one.checkVisibility() && !one.closest(".sr-only"));
  const size = (one) => parseFloat(getComputedStyle(one).fontSize);
  const names = [...document.querySelectorAll(".person-name")];
  const pressed = document.querySelectorAll(
    "#choices :is(button, label, summary), .screen:has(.target) .person"
  );
  // Words of the middle that a ballot or a claim lies over; turned paper has corners without ink.
  const middle = document.querySelectorAll(":root:not(:has([data-beat])) .mid *");
  const lines = [...middle].filter((one) => says(one) && one.checkVisibility()).flatMap((one) => {
    const { left, right } = one.getBoundingClientRect();
    const texts = [...one.childNodes].filter((node) => node.nodeType === 3);
    const boxes = texts.flatMap((text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return [...range.getClientRects()];
    });
    return boxes.filter(({ width }) => width > 2).map((box) => [one.textContent, {
      left: Math.max(left, box.left), right: Math.min(right, box.right), top: box.top,
      bottom: box.bottom,
    }]);
  });
  const papers = [...document.querySelectorAll(".chair :is(.slip, .claim-slip)")]
    .map((one) => [one.id, one.getBoundingClientRect()]);
  const meet = ([, a], [, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 4
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
  const thin = ({ width, height }) => width && Math.min(width, height) < 43.5;
  return {
    seen: people.filter(inside).length,
    of: people.length,
    small: words.filter((one) => size(one) < 10.99).map((one) => one.className),
    broken: names.filter((one) => one.clientHeight > 30).length,
    thin: [...pressed].filter((one) => one.checkVisibility() && thin(one.getBoundingClientRect()))
      .map((one) => one.outerHTML.slice(0, 90)),
    touched: papers.flatMap((paper) => lines.filter((line) => meet(line, paper))
      .map(([words]) => `${paper[0]}: ${words}`)),
    sideways: document.documentElement.scrollWidth - innerWidth,
    below: document.documentElement.scrollHeight - innerHeight,
    tray: Math.round(tray.top),
  };
}"""


def size(screen: str) -> dict[str, int]:
    """Return the viewport of a kind of screen."""
    width, height = (SCREENS | NARROW)[screen]
    return {"width": width, "height": height}
