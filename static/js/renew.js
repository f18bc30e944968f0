// A page that refreshes itself until somebody stops it: the clock on a wall, the code at a door. The
// contents of [data-renew] are loaded again after that many seconds, from the URL [data-next].
"use strict";

(() => {
  const place = () => document.querySelector("[data-renew]");
  let isPaused = false;
  let timer = 0;

  // Without a script there is nothing to stop, so the server sends the switch hidden. Showing it
  // before it replaces the old one keeps the focus.
  function offer(where) {
    const button = where.querySelector("[data-pause]");
    button.hidden = false;
    button.textContent = isPaused ? button.dataset.resume : button.dataset.pause;
  }

  function wait() {
    clearTimeout(timer);
    if (!isPaused) timer = setTimeout(renew, 1000 * Number(place().dataset.renew));
  }

  async function renew() {
    try {
      const answer = await fetch(place().dataset.next);
      const text = answer.ok && !answer.redirected ? await answer.text() : "";
      if (!isPaused) show(text);
    } catch {
      // the network is down: the page stays as it is
    }
    wait();
  }

  function show(text) {
    const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("[data-renew]");
    if (!fresh) return;
    offer(fresh);
    const partial = `<hx-partial hx-target="#${fresh.id}" hx-swap="outerMorph">${fresh.outerHTML}</hx-partial>`;
    htmx.swap({ text: partial, target: place(), swap: "none", sourceElement: place() });
  }

  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-pause]")) return;
    isPaused = !isPaused;
    offer(document);
    if (isPaused) clearTimeout(timer);
    else renew();
  });
  offer(document);
  wait();
})();
