/* A letter with secrets: <details data-dossier>. The device remembers one of the ways that a page
   offers ([data-letter-ways]): held (it closes when the finger is lifted), tapped (it closes after a
   while), left open, or heard (cards stay covered on the screen, and a screen reader names their
   faces). Without a choice on this device it is held where people share a room, otherwise as set in
   the account. Without this file it is a plain <details>. Space is held like a finger; Enter, and a
   press by assistive technology, toggle it for people who cannot hold. */
"use strict";

(() => {
  const KEY = "letter-way";
  const LOOKED_AT = 20000; // ms after which a tapped letter closes
  const root = document.documentElement;
  const usual = root.dataset.letterWay || "tap";
  const TOUCHED = 40; // ms: a shorter press is one by assistive technology
  let pressed = { at: 0, wasOpen: false };
  let timer = 0;

  const cover = (target) => target instanceof Element && target.closest("[data-dossier] > summary");

  function kept() {
    try {
      return localStorage.getItem(KEY) || usual;
    } catch {
      return usual; // storage is blocked
    }
  }

  function keep(way) {
    try {
      localStorage.setItem(KEY, way);
    } catch {
      // the choice applies to this page only
    }
  }

  function apply(way) {
    root.dataset.letter = way;
    root.classList.toggle("holds-dossiers", way !== "open");
    for (const button of document.querySelectorAll("[data-way]")) {
      button.setAttribute("aria-pressed", String(button.dataset.way === way));
    }
  }

  function settle() {
    for (const ways of document.querySelectorAll("[data-letter-ways]")) ways.hidden = false;
    apply(kept());
    tell();
  }

  // Private lines of the record are shown while it is open.
  function tell() {
    root.classList.toggle("shows-dossier", Boolean(document.querySelector("[data-dossier][open]")));
  }

  const holds = () => root.dataset.letter === "hold";

  function close() {
    clearTimeout(timer);
    if (root.dataset.letter === "open") return;
    for (const open of document.querySelectorAll("[data-dossier][open]")) open.open = false;
    tell();
  }

  // Focus inside it moves to its cover, not to the top of the page.
  function leave() {
    const inside = document.activeElement?.closest("[data-dossier][open]");
    close();
    if (inside && !inside.open) inside.querySelector("summary").focus();
  }

  function hold(event, summary) {
    pressed = { at: event.timeStamp, wasOpen: summary.parentElement.open };
    event.preventDefault();
    summary.focus();
    summary.parentElement.open = true;
  }

  // The double tap of a screen reader is shorter than any press by a finger.
  function isToggled(event) {
    return event.type === "pointerup" && event.timeStamp - pressed.at < TOUCHED && !pressed.wasOpen;
  }

  document.addEventListener("pointerdown", (event) => {
    const summary = holds() && event.button === 0 && cover(event.target);
    if (summary) hold(event, summary);
    else if (!(event.target instanceof Element && event.target.closest("[data-dossier]"))) close();
  });

  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, (event) => { if (holds() && !isToggled(event)) close(); });
  }

  document.addEventListener("keydown", (event) => {
    const summary = holds() && event.key === " " && cover(event.target);
    if (summary) hold(event, summary);
    if (event.key === "Escape") leave();
  });

  document.addEventListener("keyup", (event) => {
    if (holds() && event.key === " " && cover(event.target)) {
      event.preventDefault(); // otherwise the released key would toggle it
      close();
    }
  });

  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element && event.target.closest("[data-way]");
    if (button) {
      keep(button.dataset.way);
      apply(button.dataset.way);
    }
    // The click at the end of a press by finger or mouse would toggle it again.
    if (holds() && event.detail > 0 && cover(event.target)) event.preventDefault();
  });

  document.addEventListener("toggle", (event) => {
    if (!event.target.matches?.("[data-dossier]")) return;
    tell();
    if (!event.target.open) return;
    clearTimeout(timer);
    if (root.dataset.letter !== "heard") timer = setTimeout(close, LOOKED_AT); // listening takes longer
  }, true);

  document.addEventListener("contextmenu", (event) => {
    if (cover(event.target)) event.preventDefault(); // a long press on a phone
  });

  // Leaving the page or the cover closes it.
  window.addEventListener("blur", close);
  document.addEventListener("visibilitychange", close);
  document.addEventListener("focusout", (event) => {
    if (holds() && cover(event.target)) close();
  });

  document.addEventListener("DOMContentLoaded", settle);
  document.addEventListener("htmx:after:swap", settle);
  settle();
})();
