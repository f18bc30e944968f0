// Animates moves: [data-flip] elements with an id glide from their place before a swap to their
// place after it. An element pushed out at one end of its [data-grid] comes in at the other.
// Nothing moves with reduced motion.
(() => {
  "use strict";
  const DURATION = 450; // ms
  const FAR = 2.5; // sizes: after a longer move within one grid the element was pushed out and came back
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  let before = new Map();

  function places() {
    const found = new Map();
    for (const element of document.querySelectorAll("[data-flip][id]")) {
      const home = element.closest("[data-grid]");
      const frame = home?.getBoundingClientRect();
      const box = element.getBoundingClientRect();
      found.set(element.id, {
        home: home?.id,
        left: box.left, top: box.top, width: box.width, height: box.height,
        x: box.left - (frame?.left || 0), y: box.top - (frame?.top || 0),
      });
    }
    return found;
  }

  function glide(element, from, to) {
    const isHome = from.home && from.home === to.home;
    const dx = isHome ? from.x - to.x : from.left - to.left;
    const dy = isHome ? from.y - to.y : from.top - to.top;
    if (Math.abs(dx) < 1 && Math.abs(dy) < 1) return;
    const wraps = isHome && (Math.abs(dx) > FAR * to.width || Math.abs(dy) > FAR * to.height);
    const start = wraps
      ? { translate: `${-Math.sign(Math.round(dx)) * to.width}px ${-Math.sign(Math.round(dy)) * to.height}px`, opacity: 0 }
      : { translate: `${dx}px ${dy}px`, scale: from.width / to.width, transformOrigin: "0 0" };
    const end = wraps ? { translate: "0 0", opacity: 1 } : { translate: "0 0", scale: 1, transformOrigin: "0 0" };
    element.animate([start, end], { duration: DURATION, easing: "cubic-bezier(0.3, 0.7, 0.2, 1)" });
  }

  document.addEventListener("htmx:before:swap", () => {
    before = still.matches ? new Map() : places();
  });

  document.addEventListener("htmx:after:swap", () => {
    const old = before;
    before = new Map();
    if (!old.size) return;
    for (const [id, to] of places()) {
      if (old.has(id)) glide(document.getElementById(id), old.get(id), to);
    }
  });
})();
