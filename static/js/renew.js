// A page that renews itself until somebody stops it: the clock on a wall, the code at a door. What
// [data-renew] shows is asked for anew after so many seconds, under the address [data-next].
"use strict";

(() => {
  const place = () => document.querySelector("[data-renew]");
  let isPaused = false;
  let timer = 0;

  // Without a script there is nothing to stop: the switch comes hidden. Shown before it is put in
  // the place of the old one it keeps the focus.
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
      // the network is away: what is shown stays
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
