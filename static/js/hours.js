// A week for marking hours: by dragging, by the name of a day or an hour, or with arrow keys.
// Without this script it is a table of checkboxes.
const table = document.querySelector(".week");
const form = table.closest("form");
const boxes = new Map(
  [...table.querySelectorAll("input")].map((box) => [Number(box.value), box]),
);
const output = form.querySelector("[data-count]");

function count() {
  const marked = [...boxes.values()].filter((box) => box.checked).length;
  const { one, many } = output.dataset;
  output.textContent = marked === 1 ? one : many.replace("#", marked);
  form.classList.add("changed"); // from now on its button stays visible
}

function mark(hours, value) {
  for (const hour of hours) boxes.get(hour).checked = value;
  count();
}

// Mark all visible hours, or clear them if all are already marked.
function turn(hours) {
  const shown = hours.filter((hour) => boxes.get(hour).offsetParent);
  mark(shown, !shown.every((hour) => boxes.get(hour).checked));
}

const range = (length, at) => Array.from({ length }, (_, index) => at(index));

function nameButton(cell, hours) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "week-name";
  button.append(...cell.childNodes);
  button.addEventListener("click", () => turn(hours));
  cell.append(button);
}

for (const cell of table.querySelectorAll("[data-day]")) {
  nameButton(cell, range(24, (hour) => 24 * Number(cell.dataset.day) + hour));
}
for (const cell of table.querySelectorAll("[data-hour]")) {
  nameButton(cell, range(7, (day) => 24 * day + Number(cell.dataset.hour)));
}

// Dragging: the first hour determines whether hours are marked or cleared.
let painting = null;
let swallow = false;

const boxAt = (element) => element?.closest?.(".week-cell")?.querySelector("input");

function paint(box) {
  if (!box || box.checked === painting) return;
  box.checked = painting;
  count();
}

table.addEventListener("pointerdown", (event) => {
  const box = boxAt(event.target);
  if (!box || event.pointerType === "touch" || event.button !== 0) return;
  painting = !box.checked;
  swallow = true;
  paint(box);
});
table.addEventListener("pointerover", (event) => {
  if (painting !== null && event.pointerType !== "touch") paint(boxAt(event.target));
});
addEventListener("pointerup", () => {
  painting = null;
  setTimeout(() => (swallow = false));
});
table.addEventListener("click", (event) => {
  if (swallow && event.detail && boxAt(event.target)) event.preventDefault();
});
table.addEventListener("dragstart", (event) => event.preventDefault());

// Touch: a tap marks one hour; a drag sideways, or after holding still, marks several; otherwise the
// page scrolls.
let held = null;
let from = null;

function beginTouch(box) {
  painting = !box.checked;
  paint(box);
}

table.addEventListener(
  "touchstart",
  (event) => {
    const box = boxAt(event.target);
    if (!box || event.touches.length > 1) return;
    from = { box, x: event.touches[0].clientX, y: event.touches[0].clientY };
    held = setTimeout(() => beginTouch(box), 300);
  },
  { passive: true },
);
table.addEventListener(
  "touchmove",
  (event) => {
    if (!from) return;
    const { clientX, clientY } = event.touches[0];
    const [x, y] = [Math.abs(clientX - from.x), Math.abs(clientY - from.y)];
    if (painting === null) {
      if (Math.max(x, y) < 8) return;
      clearTimeout(held);
      if (y >= x) {
        from = null;
        return;
      }
      beginTouch(from.box);
    }
    event.preventDefault();
    paint(boxAt(document.elementFromPoint(clientX, clientY)));
  },
  { passive: false },
);
function endTouch(event) {
  clearTimeout(held);
  if (painting !== null && event.cancelable) event.preventDefault(); // a click would undo it
  painting = null;
  from = null;
}
table.addEventListener("touchend", endTouch);
table.addEventListener("touchcancel", endTouch);
table.addEventListener("contextmenu", (event) => {
  if (painting !== null) event.preventDefault();
});

// Arrow keys move between hours, so that the grid is a single tab stop.
const STEPS = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -24, ArrowRight: 24 };
let current = boxes.get(19);
for (const box of boxes.values()) box.tabIndex = box === current ? 0 : -1;

table.addEventListener("focusin", (event) => {
  if (!boxes.has(Number(event.target.value)) || event.target.type !== "checkbox") return;
  current.tabIndex = -1;
  current = event.target;
  current.tabIndex = 0;
});
table.addEventListener("keydown", (event) => {
  const step = STEPS[event.key];
  if (!step || event.target.type !== "checkbox") return;
  event.preventDefault();
  boxes.get((Number(event.target.value) + step + 168) % 168).focus();
});
form.addEventListener("change", count);

// Ready-made weeks.
const evening = (hour) => hour % 24 >= 18 && hour % 24 < 23;
const FILLS = {
  evenings: (hour) => hour < 120 && evening(hour),
  weekend: (hour) => hour >= 120 && hour % 24 >= 10 && hour % 24 < 23,
};
form.addEventListener("click", (event) => {
  const fill = event.target.closest("[data-fill]")?.dataset.fill;
  if (fill === "none") mark([...boxes.keys()], false);
  else if (fill) mark([...boxes.keys()].filter(FILLS[fill]), true);
});

// The browser's time zone.
const named = Intl.DateTimeFormat().resolvedOptions().timeZone;
const choice = form.elements.zone;
const zone = [...choice.options].find((one) => one.value === named
  || one.dataset.also?.split(" ").includes(named))?.value;
if (zone && zone !== choice.value) {
  const hint = form.querySelector("[data-zone-hint]");
  const button = hint.querySelector("[data-zone]");
  if (form.dataset.first === "yes") {
    choice.value = zone;
  } else {
    button.textContent = zone.replaceAll("_", " ");
    button.addEventListener("click", () => {
      choice.value = zone;
      hint.hidden = true;
      choice.focus();
    });
    hint.hidden = false;
  }
}

for (const tools of form.querySelectorAll("[data-tools]")) tools.hidden = false;
table.classList.add("scripted");
count();
form.classList.remove("changed");
