// One press, one deed. The second press of a double click is meant for what lay there at the first:
// where something else has come to that place meanwhile, it does nothing. Nor does a press on a
// button whose request is under way.
(() => {
  "use strict";
  const GESTURE = 800; // ms between two presses of one gesture, by slow hands
  const ECHO = 40; // ms: a label passes its press on to its field
  const NEAR = 24; // px by which a hand moves meanwhile
  const PRESSED = "button, a, label, summary, input";

  let first = null;

  // What a control does: morphing may make another of the same element. Where a link leads does not
  // count: that of "one step forward" leads on with each step.
  const deed = (one) => one && [
    one.localName, one.name, one.value, one.getAttribute("formaction"), one.htmlFor,
    one.localName === "button" || one.localName === "a" ? one.textContent.trim() : "",
  ].join("\n");

  document.addEventListener("click", (event) => {
    const control = event.target.closest?.(PRESSED);
    const now = {
      at: event.timeStamp, x: event.clientX, y: event.clientY, deed: deed(control),
    };
    const since = first ? now.at - first.at : Infinity;
    const isByHand = event.isTrusted && event.detail > 0;
    if (!isByHand || since < ECHO) return;
    const isSecond = since < GESTURE && Math.hypot(now.x - first.x, now.y - first.y) < NEAR;
    const isUnderWay = control?.matches(".htmx-request");
    if ((isSecond && control && first.deed && now.deed !== first.deed) || isUnderWay) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    first = now;
  }, true);
})();
