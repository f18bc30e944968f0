// A tap on a mark, a slot or a badge tells what it is: the words of its title, or why a face can't be
// chosen (data-why in the tray), in one popover beside it. By keys they are gone through one by one,
// from a button before the table. "?" opens the rule for the present phase.
"use strict";

(() => {
  const box = document.getElementById("tells");
  const rules = document.getElementById("rule-now");
  const steps = document.getElementById("tell-marks");
  let at = -1; // which mark was told last, by keys
  if (!box?.showPopover) return;

  // A face is a label of a choice that may not be there: then it may say why not.
  function refused(element) {
    const label = element.closest("label.person");
    if (!label || document.getElementById(label.htmlFor)) return null;
    const why = document.querySelector(`[data-why="${label.closest("[data-seat]").dataset.seat}"]`);
    return why && [label, why.textContent];
  }

  function titled(element) {
    const found = element.closest("[title]");
    if (!found || found.closest("button:enabled, a")) return null;
    const whose = found.closest(".chair")?.querySelector(".person-name")?.lastChild.textContent.trim();
    return [found, whose ? `${whose}: ${found.title}` : found.title];
  }

  // All that can be told now, in the order of the page.
  function all() {
    const found = document.querySelectorAll("#board [title], .scene label.person");
    const seen = [...found].filter((element) => element.checkVisibility());
    return seen.map((element) => (element.title ? titled(element) : refused(element))).filter(Boolean);
  }

  const MOVES = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

  function step(event) {
    const told = all();
    if (!told.length || !(event.key in MOVES || event.key === "Home" || event.key === "End")) return;
    event.preventDefault();
    const last = told.length - 1;
    if (event.key === "Home") at = 0;
    else if (event.key === "End") at = last;
    else at = Math.max(0, Math.min(last, at + MOVES[event.key]));
    show(told[at]);
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
    const found = element.closest?.(".table-page") && (titled(element) || refused(element));
    if (found) show(found);
  });

  steps?.addEventListener("keydown", step);
  steps?.addEventListener("click", () => { const first = all()[at = 0]; if (first) show(first); });
  steps?.addEventListener("blur", () => { at = -1; box.hidePopover(); });

  rules?.addEventListener("beforetoggle", () => {
    const phase = document.querySelector("#board [data-phase]")?.dataset.phase;
    const steps = [...rules.querySelectorAll("[data-rule]")];
    const isKnown = steps.some((step) => step.dataset.rule === phase);
    for (const step of steps) step.hidden = isKnown && step.dataset.rule !== phase;
  });
})();
