/* The theme: auto, light or dark; kept on this device. Runs before the first paint. */
"use strict";

(() => {
  const KEY = "theme";
  const root = document.documentElement;

  function kept() {
    try {
      return localStorage.getItem(KEY) || "auto";
    } catch {
      return "auto"; // storage is closed to us: follow the device
    }
  }

  function keep(choice) {
    try {
      localStorage.setItem(KEY, choice);
    } catch {
      // the choice holds for this page only
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

  // So does the one that somebody leaves by keys: it might lie over where they are now.
  document.addEventListener("keyup", (event) => {
    if (event.key !== "Tab") return;
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(document.activeElement)) menu.open = false;
    }
  });

  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && document.querySelector("details.menu[open]");
    if (menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });

  // Another tab chose a theme.
  window.addEventListener("storage", (event) => {
    if (event.key === KEY) apply(kept());
  });
})();
