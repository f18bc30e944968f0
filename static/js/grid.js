// A board to play on: each piece represents the inputs of the open question that name it.
//
// The board: [data-grid] holds pieces, each [data-piece=key]; those in lines also carry data-row
// and data-column. The question: radios [data-opens] open one panel each, [data-picks=radio's id];
// in it radios [name=choice][data-pieces="key key"] are the choices, or selects [data-slot] whose
// options carry data-pieces. [data-says] has the words of a choice; [data-picked] shows the picked
// pieces, [data-progress] their number. A choice is previewed on the board as it declares:
// data-slides="row 1 left", or data-takes="rows": its pieces are removed and the gaps closed.
//
// It contains no rules of any game: only pieces that the panel offers can be picked. Without this
// file the panels' own inputs are used.
(() => {
  "use strict";
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  let picks = []; // keys of picked pieces, in order
  let opened = null; // the radio whose panel is open

  document.documentElement.classList.add("plays-on-grids");

  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const pieces = () => all("[data-grid] [data-piece]");
  const pieceOf = (key) => pieces().find((piece) => piece.dataset.piece === key);
  const keysOf = (element) => (element.dataset.pieces || "").split(" ").filter(Boolean);
  const panelOpen = () =>
    all("[data-picks]").find((panel) => document.getElementById(panel.dataset.picks)?.checked);
  const slotsOf = (panel) => all("select[data-slot]", panel);
  const choicesOf = (panel) =>
    all("input[name=choice][data-pieces]", panel).map((input) => ({ input, keys: keysOf(input) }));
  const includes = (keys, some) => some.every((key) => keys.includes(key));

  function pick(key) {
    const panel = panelOpen();
    if (!panel) return;
    const slots = slotsOf(panel);
    if (slots.length) fill(slots, key);
    else picks = picks.includes(key) ? picks.filter((k) => k !== key) : joined(choicesOf(panel), key);
    refresh();
  }

  // Add a piece, drop the earlier ones that no choice has with it, add those that all choices have.
  function joined(choices, key) {
    let kept = [key];
    for (const other of [...picks].reverse()) {
      if (choices.some(({ keys }) => includes(keys, [other, ...kept]))) kept = [other, ...kept];
    }
    const left = choices.filter(({ keys }) => includes(keys, kept));
    const forced = (left[0]?.keys || []).filter((k) => left.every(({ keys }) => keys.includes(k)));
    return left.length ? [...new Set([...kept, ...forced])] : picks;
  }

  // Selects are filled one after the other; picking a selected piece again removes it.
  function fill(slots, key) {
    const filled = slots.find((slot) => keysOf(slot.selectedOptions[0]).includes(key));
    const free = filled || slots.find((slot) => !slot.value) || slots[slots.length - 1];
    const option = [...free.options].find((one) => keysOf(one).includes(key));
    if (filled) filled.value = "";
    else if (option) free.value = option.value;
  }

  function refresh() {
    const panel = panelOpen();
    const slots = panel ? slotsOf(panel) : [];
    const choices = panel ? choicesOf(panel) : [];
    const open = new Set(choices.flatMap(({ keys }) => keys));
    if (slots.length) {
      all("option", slots[0]).flatMap(keysOf).forEach((key) => open.add(key));
      picks = slots.flatMap((slot) => keysOf(slot.selectedOptions[0]));
    }
    picks = picks.filter((key) => open.has(key));
    const chosen = choices.find(({ keys }) => keys.length === picks.length && includes(keys, picks));
    for (const { input } of choices) input.checked = input === chosen?.input;
    mark(open);
    preview(chosen);
    if (panel) tell(panel, choices);
  }

  function mark(open) {
    for (const board of all("[data-grid]")) board.toggleAttribute("data-asking", open.size > 0);
    for (const piece of pieces()) {
      const isOpen = open.has(piece.dataset.piece);
      const isPicked = picks.includes(piece.dataset.piece);
      piece.toggleAttribute("data-open", isOpen);
      piece.toggleAttribute("data-picked-piece", isPicked);
      const isButton = piece instanceof HTMLButtonElement;
      const state = isButton ? "aria-pressed" : "aria-selected";
      if (isButton) piece.disabled = !isOpen;
      if (isOpen) piece.setAttribute(state, String(isPicked));
      else piece.removeAttribute(state);
      if (open.size && !isOpen && !isButton) piece.setAttribute("aria-disabled", "true");
      else piece.removeAttribute("aria-disabled");
    }
  }

  function tell(panel, choices) {
    const chosen = panel.querySelector("input[name=choice]:checked");
    const words = chosen?.closest("label")?.querySelector("[data-says]")?.textContent
      ?? picks.map((key) => pieceOf(key)?.querySelector("[data-name]")?.textContent).join(", ");
    for (const place of all("[data-picked]", panel)) {
      if (place.textContent !== words) place.textContent = words;
    }
    const most = choices.find(({ keys }) => includes(keys, picks))?.keys.length;
    for (const place of all("[data-progress]", panel)) {
      place.textContent = `${picks.length}/${most}`;
      place.parentElement.hidden = !words;
    }
  }

  // Show the board after the choice. Offsets, unlike rectangles, ignore the current preview.
  function preview(chosen) {
    const lined = all("[data-grid] [data-row]");
    for (const piece of lined) {
      piece.style.translate = "";
      piece.removeAttribute("data-taken");
      piece.removeAttribute("data-wraps");
    }
    const { slides, takes } = chosen?.input.dataset || {};
    if (slides) slide(lined, ...slides.split(" "));
    if (takes) take(lined, takes, chosen.keys);
  }

  function slide(lined, line, index, direction) {
    const across = line === "row" ? "column" : "row";
    const moved = lined.filter((piece) => piece.dataset[line] === index);
    const step = direction === "left" || direction === "up" ? -1 : 1;
    for (const piece of moved) {
      const to = Number(piece.dataset[across]) + step;
      const wrapped = (to + moved.length) % moved.length;
      piece.toggleAttribute("data-wraps", wrapped !== to);
      move(lined, piece, across, wrapped);
    }
  }

  function take(lined, lines, taken) {
    const [line, across] = lines === "rows" ? ["row", "column"] : ["column", "row"];
    for (const piece of lined) {
      const before = lined.filter((other) => other.dataset[line] === piece.dataset[line]
        && Number(other.dataset[across]) < Number(piece.dataset[across])
        && taken.includes(other.dataset.piece));
      if (taken.includes(piece.dataset.piece)) piece.setAttribute("data-taken", "");
      else if (before.length) move(lined, piece, across, Number(piece.dataset[across]) - before.length);
    }
  }

  function move(lined, piece, across, to) {
    const side = across === "column" ? "offsetLeft" : "offsetTop";
    const target = lined.find((other) => Number(other.dataset[across]) === to);
    const distance = target[side] - piece[side];
    piece.style.translate = across === "column" ? `${distance}px 0` : `0 ${distance}px`;
  }

  function centre(element) {
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  }

  // The nearest piece in that direction, by its position on the screen.
  function neighbour(board, from, [x, y]) {
    const [left, top] = centre(from);
    const ahead = all("[data-piece]:not(:disabled)", board)
      .map((piece) => {
        const [a, b] = centre(piece);
        const along = (a - left) * x + (b - top) * y;
        const aside = Math.abs((a - left) * y) + Math.abs((b - top) * x);
        return { piece, along, aside };
      })
      .filter(({ along, aside }) => along > 4 && aside < along);
    ahead.sort((one, other) => one.along + 2 * one.aside - other.along - 2 * other.aside);
    return ahead[0]?.piece;
  }

  let here = null; // the last position of the focus on its board

  function placeOf(piece) {
    const [[left, top], board] = [centre(piece), piece.closest("[data-grid]").getBoundingClientRect()];
    return [left - board.left, top - board.top];
  }

  // The piece now nearest to the last focus; the first piece if none has had the focus yet.
  function nearest(some) {
    const far = (piece) => placeOf(piece).reduce((sum, at, n) => sum + (at - here[n]) ** 2, 0);
    return here ? some.toSorted((one, other) => far(one) - far(other))[0] : some[0];
  }

  // Tab reaches only this piece.
  function stopAt(piece) {
    for (const other of all("[data-piece]", piece.closest("[data-grid]"))) other.tabIndex = other === piece ? 0 : -1;
    here = placeOf(piece);
  }

  document.addEventListener("focusin", ({ target }) => {
    const piece = target.closest("[data-grid] [data-piece]");
    if (piece) stopAt(piece);
  });

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape" && event.target.closest?.("[data-picks] button")) {
      takeBack();
      goOn();
      return;
    }
    const piece = event.target.closest?.("[data-grid] [data-piece]");
    if (!piece) return;
    const board = piece.closest("[data-grid]");
    if (ARROWS[event.key]) {
      event.preventDefault();
      const next = neighbour(board, piece, ARROWS[event.key]);
      next?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      choose(piece);
    } else if (event.key === "Escape") {
      takeBack();
    }
  });

  // Undo the picks first, then the kind of action.
  function takeBack() {
    if (picks.length) picks = [];
    else if (opened) close();
    refresh();
  }

  // The first press picks; another press, once the choice is complete, leads to the confirmation.
  function choose(piece) {
    const panel = panelOpen();
    const isReady = panel && (slotsOf(panel).length
      ? slotsOf(panel).every((slot) => slot.value)
      : panel.querySelector("input[name=choice]:checked"));
    const isPicked = picks.includes(piece.dataset.piece);
    if (isPicked && isReady) panel.querySelector("button[name=action]")?.focus();
    else piece.click();
  }

  function close() {
    opened.checked = false;
    opened = null;
  }

  document.addEventListener("click", (event) => {
    const piece = event.target.closest?.("[data-grid] [data-piece]");
    if (piece?.hasAttribute("data-open")) pick(piece.dataset.piece);
    const radio = event.target.closest?.("input[data-opens]");
    if (!radio) return;
    picks = [];
    for (const input of all("input[name=choice]")) input.checked = false;
    for (const slot of all("select[data-slot]")) slot.value = "";
    if (opened === radio) close(); // pressed again: close it
    else opened = radio;
    refresh();
    if (opened) uncover();
    // With keys or a screen reader, focus moves to the board; arrows only browse the kinds.
    if (opened && event.detail === 0 && !isLooking) goOn();
  });

  let isLooking = false; // whether arrow keys are browsing the kinds of action

  document.addEventListener("keydown", (event) => {
    const radio = event.target.closest?.("input[data-opens]");
    isLooking = Boolean(radio && ARROWS[event.key]);
    if (!radio || event.key !== "Enter") return;
    event.preventDefault(); // otherwise it would press the form's first button
    if (radio.checked && opened === radio) goOn();
    else radio.click();
  }, true);

  // Focus the piece focused last if it can be chosen, otherwise the nearest that can.
  function goOn() {
    const piece = nearest(all("[data-grid] [data-open]"));
    (piece || panelOpen()?.querySelector("input:not([type=hidden]), select, button"))?.focus();
  }

  // On a small screen the question may cover the end of the board.
  function uncover() {
    const board = document.querySelector("[data-grid][data-asking]");
    if (!board) return;
    board.style.scrollMarginBottom = `${opened.closest("form, .dock").offsetHeight + 8}px`;
    board.scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("change", (event) => {
    if (!event.target.closest("[data-picks]")) return;
    if (event.target.matches("input[data-pieces]")) picks = keysOf(event.target);
    refresh();
  });

  let held = null; // the element that had the focus before the page changed

  document.addEventListener("htmx:before:swap", () => {
    held = document.activeElement;
  });

  document.addEventListener("htmx:after:swap", () => {
    if (opened && !opened.isConnected) opened = null;
    refresh();
    // After an answer by keys the focus is on the board, not at the top of the page.
    const isLost = held !== document.body && document.activeElement === document.body;
    const isThere = document.activeElement?.closest("[data-grid] [data-piece]");
    const next = (isLost || isThere || here) && nearest(all("[data-grid] [data-piece]:not(:disabled)"));
    if (next) stopAt(next);
    if (isLost || isThere) next?.focus({ preventScroll: Boolean(isThere) });
  });
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", refresh);
  else refresh();
})();
