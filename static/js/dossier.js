/* A dossier opens only while it is held: <details data-dossier>. Without this file it is a plain
   <details>. Space is held like a finger; Enter, and a press by assistive technology, toggle it for
   those who cannot hold. */
"use strict";

(() => {
  document.documentElement.classList.add("holds-dossiers");

  const cover = (target) => target instanceof Element && target.closest("[data-dossier] > summary");

  function close() {
    for (const open of document.querySelectorAll("[data-dossier][open]")) open.open = false;
  }

  function hold(event, summary) {
    event.preventDefault();
    summary.focus();
    summary.parentElement.open = true;
  }

  document.addEventListener("pointerdown", (event) => {
    const summary = event.button === 0 && cover(event.target);
    if (summary) hold(event, summary);
  });

  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, close);
  }

  document.addEventListener("keydown", (event) => {
    const summary = event.key === " " && cover(event.target);
    if (summary) hold(event, summary);
  });

  document.addEventListener("keyup", (event) => {
    if (event.key === " " && cover(event.target)) {
      event.preventDefault(); // else the released key would toggle it
      close();
    }
  });

  // The click that ends a press of finger or mouse would toggle it again.
  document.addEventListener("click", (event) => {
    if (event.detail > 0 && cover(event.target)) event.preventDefault();
  });

  document.addEventListener("contextmenu", (event) => {
    if (cover(event.target)) event.preventDefault(); // a long press on a phone
  });

  // Looking away closes it.
  window.addEventListener("blur", close);
  document.addEventListener("visibilitychange", close);
  document.addEventListener("focusout", (event) => {
    if (cover(event.target)) close();
  });
})();
