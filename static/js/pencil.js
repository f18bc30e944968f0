// The user's own marks on a board's pieces: stored in this browser, never sent. While the pencil
// ([data-pencil]) is active, a press on a [data-piece] of a [data-grid] marks it; other elements
// with the same piece carry [data-marked]. The style sheet draws marks from data-mark.
(() => {
  "use strict";
  const MARKS = ["", "no", "maybe", "yes"];
  const shelf = `marks ${location.pathname}`;
  let inHand = false;
  let marks = {};

  function read() {
    try {
      marks = JSON.parse(localStorage.getItem(shelf)) || {};
    } catch {
      marks = {};
    }
  }

  function keep() {
    try {
      localStorage.setItem(shelf, JSON.stringify(marks));
    } catch {
      // The browser stores nothing: the marks last as long as the page.
    }
  }

  function draw() {
    document.documentElement.classList.toggle("pencil-in-hand", inHand);
    for (const pencil of document.querySelectorAll("[data-pencil]")) {
      pencil.setAttribute("aria-pressed", String(inHand));
    }
    for (const element of document.querySelectorAll("[data-grid] [data-piece], [data-marked]")) {
      const sign = marks[element.dataset.piece ?? element.dataset.marked];
      if (sign) element.dataset.mark = sign;
      else delete element.dataset.mark;
    }
  }

  function mark(key) {
    marks[key] = MARKS[(MARKS.indexOf(marks[key] || "") + 1) % MARKS.length];
    keep();
    draw();
  }

  // In the capture phase, before other listeners: a mark is not a pick.
  document.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-pencil]")) {
      inHand = !inHand;
      draw();
      return;
    }
    const piece = inHand && event.target.closest?.("[data-grid] [data-piece]:not(button)");
    if (!piece) return;
    event.stopPropagation();
    event.preventDefault();
    mark(piece.dataset.piece);
  }, true);

  document.addEventListener("htmx:after:swap", () => {
    inHand = inHand && Boolean(document.querySelector("[data-pencil]"));
    draw();
  });

  read();
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", draw);
  else draw();
})();
