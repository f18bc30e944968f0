/* Shows messages about passkeys that allauth's own script would only write to the console. */
"use strict";

(() => {
  const show = (name) => {
    for (const note of document.querySelectorAll(`[data-passkeys-${name}]`)) note.hidden = false;
  };
  const hide = (name) => {
    for (const note of document.querySelectorAll(`[data-passkeys-${name}]`)) note.hidden = true;
  };

  document.addEventListener("allauth.error", (event) => {
    event.preventDefault();
    show("trouble");
  });

  document.addEventListener("DOMContentLoaded", () => {
    const buttons = document.querySelectorAll("[data-needs-passkeys]");
    if (!window.PublicKeyCredential) {
      show("missing");
      return;
    }
    for (const button of buttons) {
      button.addEventListener("click", () => hide("trouble"));
      // The server sends it disabled: before allauth's script listens, a press would be lost.
      button.disabled = false;
    }
  });
})();
