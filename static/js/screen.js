// A television: polls the current state of its table, and shows it with the table's own beats.
"use strict";

(() => {
  const EVERY = 1500; // ms between two polls
  const root = document.querySelector("[data-screen]");
  let seen = root.dataset.seen;

  function show(html) {
    const partial = `<hx-partial hx-target="#tv" hx-swap="outerMorph">${html}</hx-partial>`;
    const swap = () => htmx.swap({ text: partial, target: root, swap: "none", sourceElement: root });
    if (window.beats) window.beats.take(html, swap);
    else swap();
  }

  async function look() {
    let wait = EVERY;
    try {
      const answer = await fetch(`${root.dataset.screen}?seen=${seen}`);
      if (answer.status === 410 || answer.redirected) return location.reload();
      document.dispatchEvent(new CustomEvent("server-time", { detail: answer.headers.get("X-At") }));
      wait = Math.min(EVERY, Number(answer.headers.get("X-Wait") ?? EVERY));
      if (answer.status === 200) {
        seen = answer.headers.get("X-Seen");
        show(await answer.text());
      }
    } catch {
      // the network is down: the screen stays as it is
    }
    setTimeout(look, wait);
  }

  setTimeout(look, EVERY);
})();
