/* The theme: auto, light or dark; stored on this device. Runs before the first paint. */
"use strict";

(() => {
  const KEY = "theme";
  // Elements that open over the page: after leaving one by keys, it could cover the new focus.
  const OVER = "details:is(.menu, .claims-box, .endings, .so-far)[open]";
  const root = document.documentElement;

  function kept() {
    try {
      return localStorage.getItem(KEY) || "auto";
    } catch {
      return "auto"; // storage is blocked: follow the device
    }
  }

  function keep(choice) {
    try {
      localStorage.setItem(KEY, choice);
    } catch {
      // the choice applies to this page only
    }
  }

  function apply(choice) {
    if (choice === "light" || choice === "dark") root.dataset.theme = choice;
    else delete root.dataset.theme;
    for (const button of document.querySelectorAll("[data-theme-choice]")) {
      button.setAttribute("aria-pressed", String(button.dataset.themeChoice === choice));
    }
  }

  apply(kept());

  document.addEventListener("DOMContentLoaded", () => {
    for (const group of document.querySelectorAll("[data-theme-switch]")) group.hidden = false;
    apply(kept());
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-theme-choice]");
    if (button) {
      keep(button.dataset.themeChoice);
      apply(button.dataset.themeChoice);
    }
    // An open menu closes when something else is pressed.
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });

  // So does an element that the focus leaves.
  document.addEventListener("keyup", (event) => {
    if (event.key !== "Tab") return;
    for (const one of document.querySelectorAll(OVER)) {
      if (!one.contains(document.activeElement)) one.open = false;
    }
    const rule = document.querySelector(".rule-now:popover-open");
    if (rule && !document.activeElement.closest(".rule-now, [popovertarget]")) rule.hidePopover();
  });

  document.addEventListener("keydown", (event) => {
    const one = event.key === "Escape" && document.querySelector(OVER);
    if (one) {
      one.open = false;
      one.querySelector("summary").focus();
    }
  });

  // Another tab chose a theme.
  window.addEventListener("storage", (event) => {
    if (event.key === KEY) apply(kept());
  });
})();
