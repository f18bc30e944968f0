// View as: where the list is a line to be pushed along, the chosen ones are in sight.
(() => {
  "use strict";
  const chosen = document.querySelector(".perspectives-list [aria-current]");
  const list = chosen?.closest(".perspectives-list");
  if (list) list.scrollLeft = chosen.offsetLeft - (list.clientWidth - chosen.offsetWidth) / 2;
})();
