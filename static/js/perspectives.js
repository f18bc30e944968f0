// View as: if the list scrolls sideways, scroll the chosen perspectives into view.
(() => {
  "use strict";
  const chosen = document.querySelector(".perspectives-list [aria-current]");
  const list = chosen?.closest(".perspectives-list");
  if (list) list.scrollLeft = chosen.offsetLeft - (list.clientWidth - chosen.offsetWidth) / 2;
})();
