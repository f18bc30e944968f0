// A tap on a mark, a slot or a badge explains it in a popover next to it: its [data-tell] names a
// sentence of the list behind "?" ([data-sign]). A face explains why it can't be chosen (data-why in
// the tray), that the table waits for it, or the user's own mark; a piece that the open question does
// not offer explains why (data-why-pieces). With keys they are visited one by one, from a button
// before the table. "?" opens the rule for the current phase.
"use strict";

(() => {
  const box = document.getElementById("tells");
  const rules = document.getElementById("rule-now");
  const steps = document.getElementById("tell-marks");
  let at = -1; // the index of the mark explained last, with keys
  if (!box?.showPopover) return;

  const sentence = (key) => rules.querySelector(`[data-sign="${key}"]`)?.textContent.trim();
  const chooses = (label) => document.getElementById(label.htmlFor);

  function ofFace(label) {
    const { seat } = label.closest("[data-seat]").dataset;
    const own = document.querySelector(`[name="mark-${seat}"]:checked`)?.id.split("-")[2];
    const why = document.querySelector(`[data-why="${seat}"]`)?.textContent;
    const owes = label.parentElement.querySelector(".owes") && "owes";
    return why || sentence(owes) || sentence(own);
  }

  // The reason why a piece of the board can't be chosen, while a question is open on it (grid.js).
  function ofPiece(piece) {
    if (!piece.closest("[data-asking]") || piece.matches("[data-open], [data-picked-piece]")) return "";
    const panel = [...document.querySelectorAll("[data-picks]")]
      .find(({ dataset }) => document.getElementById(dataset.picks)?.checked);
    return panel?.querySelector(`[data-why-pieces~="${piece.dataset.piece}"]`)?.textContent;
  }

  // The element with its words; null if it has none, or if a press has another effect.
  function told(element) {
    const found = element.closest("[data-tell], [title], label.person, .suspect");
    if (!found || found.closest("button:enabled, a, [data-open]")) return null;
    const piece = found.closest(".suspect");
    const isFace = found.matches("label.person");
    if (isFace && chooses(found)) return null;
    const text = isFace
      ? ofFace(found)
      : (piece && ofPiece(piece)) || sentence(found.dataset.tell) || found.title || (found.dataset.mark && sentence("pencil"));
    const whose = found.closest(".chair")?.querySelector(".person-name")?.lastChild.textContent.trim();
    return text ? [found, whose ? `${whose} – ${text}` : text] : null;
  }

  // Marks on faces let presses through to the face, so the mark is found by its position.
  function under({ target, clientX: x, clientY: y, detail }) {
    const scene = detail && target.closest(".scene");
    const marks = scene ? [...scene.querySelectorAll("[data-tell]:not(label)")] : [];
    return marks.findLast((mark) => {
      const { left, right, top, bottom } = mark.getBoundingClientRect();
      return x >= left && x <= right && y >= top && y <= bottom && isSeen(mark);
    });
  }

  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true });

  // All elements with an explanation now, in the order of the page.
  function all() {
    const found = document.querySelectorAll(
      ".table-page :is([data-tell], [title]), .scene label.person:not([data-tell])"
    );
    return [...found].filter(isSeen).map(told).filter(Boolean);
  }

  const MOVES = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

  function step(event) {
    const marks = all();
    if (!marks.length || !(event.key in MOVES || event.key === "Home" || event.key === "End")) return;
    event.preventDefault();
    const last = marks.length - 1;
    if (event.key === "Home") at = 0;
    else if (event.key === "End") at = last;
    else at = Math.max(0, Math.min(last, at + MOVES[event.key]));
    show(marks[at]);
  }

  function show([element, text]) {
    const place = element.getBoundingClientRect();
    box.textContent = text;
    if (!box.matches(":popover-open")) box.showPopover();
    const { width, height } = box.getBoundingClientRect();
    const left = place.left + place.width / 2 - width / 2;
    box.style.left = `${Math.max(8, Math.min(left, window.innerWidth - width - 8))}px`;
    const above = place.top - height - 8;
    box.style.top = `${above > 8 ? above : place.bottom + 8}px`;
  }

  document.addEventListener("click", (event) => {
    const element = event.target;
    const found = element.closest?.(".table-page") && told(under(event) || element);
    if (found) show(found);
  });

  // For a mouse that rests on a mark, the browser shows the same text.
  document.addEventListener("mouseover", ({ target }) => {
    const mark = target.closest?.("[data-tell]:not([title], .suspect)");
    const text = mark && sentence(mark.dataset.tell);
    if (text) mark.title = text;
  });

  steps?.addEventListener("keydown", step);
  steps?.addEventListener("click", () => { const first = all()[at = 0]; if (first) show(first); });
  steps?.addEventListener("blur", () => { at = -1; box.hidePopover(); });

  // Show the rule for the current phase, also while the list is open and the match continues.
  function choose() {
    const phase = document.querySelector("#board [data-phase]")?.dataset.phase;
    const rows = [...(rules?.querySelectorAll("[data-rule]") ?? [])];
    const isKnown = rows.some((row) => row.dataset.rule === phase);
    for (const row of rows) row.hidden = isKnown && row.dataset.rule !== phase;
  }

  rules?.addEventListener("beforetoggle", choose);
  document.addEventListener("htmx:after:swap", choose);
  choose();
})();
