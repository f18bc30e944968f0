// Fills a guest's typed name into other forms that ask for it: in "Open a table", at a table joined
// by its code, in a lesson.
(() => {
  "use strict";
  const KEPT = "typed-name";
  const FIELD = "input[name=name][autocomplete=nickname]";

  document.addEventListener("input", ({ target }) => {
    try {
      if (target.matches(FIELD)) sessionStorage.setItem(KEPT, target.value);
    } catch {
      // the browser stores nothing
    }
  });

  const fill = () => {
    let typed = "";
    try {
      typed = sessionStorage.getItem(KEPT) || "";
    } catch {
      // as above
    }
    for (const field of typed ? document.querySelectorAll(FIELD) : []) field.value ||= typed;
  };
  document.addEventListener("htmx:after:swap", fill);
  fill();
})();
