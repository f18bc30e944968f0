// One press has one effect. The second press of a double click is meant for the element under the
// first: if another element has taken that place in the meantime, it does nothing. The same applies
// to a press on a button whose request is under way, and to sending a form again that leads to
// another page: two presses of "Play" made two tables. Presses that only open or mark something may
// follow each other immediately.
//
// It also tracks whether the reader points or uses keys: only the latter need to see a focus that
// was moved by a script.
(() => {
  "use strict";
  const GESTURE = 800; // ms between two presses of one gesture, by slow hands
  const AWAY = 4000; // ms in which the other page loads, or the user tries again
  const NEAR = 24; // px by which a hand moves between the two presses
  const DEEDS = "button:not([type=button]), a[href]";
  const PRESSED = "button, a, label, summary, input";

  const KEYS = /^(Tab|Enter|Escape| |Arrow.*)$/;

  const note = (points) => document.documentElement.toggleAttribute("data-points", points);
  note(matchMedia("(pointer: coarse)").matches);
  document.addEventListener("pointerdown", () => note(true), true);
  document.addEventListener("keydown", ({ key }) => KEYS.test(key) && note(false), true);

  // Enter on an answer would press the form's first button, whatever its purpose. Instead it
  // chooses the answer, and pressed again it moves to the confirmation.
  document.addEventListener("keydown", (event) => {
    const answer = event.key === "Enter" && event.target.closest?.("#choices input[name=choice]");
    if (!answer) return;
    event.preventDefault();
    if (answer.checked) answer.closest("[data-picks], fieldset").querySelector("button[name=action]").focus();
    else answer.click();
  });

  let first = null; // the last press that did something

  // The effect of a control, because morphing may turn an element into another control. The target
  // of a link does not count: that of "one step forward" changes with each step.
  const deedOf = (one) => [
    one.localName, one.name, one.value, one.getAttribute("formaction"), one.textContent.trim(),
  ].join("\n");

  document.addEventListener("click", (event) => {
    if (!event.isTrusted || !event.detail) return; // by a key, or by a script
    const control = event.target.closest?.(PRESSED);
    const isSecond = first && event.timeStamp - first.at < GESTURE
      && Math.hypot(event.clientX - first.x, event.clientY - first.y) < NEAR;
    const isAnother = isSecond && control && deedOf(control) !== first.deed;
    if (isAnother || control?.matches("[hx-post].htmx-request")) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (!isSecond || control) {
      const { timeStamp: at, clientX: x, clientY: y } = event;
      first = control?.matches(DEEDS) ? { at, x, y, deed: deedOf(control) } : null;
    }
  }, true);

  let sent = new WeakMap(); // when a form was sent that leads to another page
  window.addEventListener("pageshow", () => { sent = new WeakMap(); }); // after coming back the form may be sent again

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post") return; // a script sends it
    if (event.timeStamp - sent.get(form) < AWAY) event.preventDefault();
    else sent.set(form, event.timeStamp);
  });
})();
