// What just happened is shown before what comes next. The baize names its news (data-news) and for
// how long each is shown (data-holds); frames that come meanwhile wait their turn, in order. A
// negative time lasts until the next frame: the server has not told the answer yet. A tap on the
// scene or Escape skips. Nothing waits without motion, in a hidden page, or behind many.
"use strict";

window.beats = (() => {
  const MANY = 4; // frames that may wait; then all are drawn at once
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  const waiting = [];
  let timer = 0;

  const page = () => document.querySelector(".table-page");

  // [token, milliseconds] of each piece of news, from the attributes of the baize.
  function pairs(news, holds) {
    const times = (holds || "").split(" ").map(Number);
    return (news || "").split(" ").filter(Boolean).map((token, n) => [token, times[n] || 0]);
  }

  function told(html) {
    const found = /<section id="baize"[^>]* data-news="([^"]*)" data-holds="([^"]*)"/.exec(html || "");
    return found && pairs(found[1], found[2]);
  }

  function shown() {
    const baize = document.getElementById("baize");
    return baize && pairs(baize.dataset.news, baize.dataset.holds).map(([token]) => token);
  }

  const over = () => document.querySelector('#board [data-phase="over"]');

  function fresh(html) {
    const before = shown();
    const now = told(html);
    if (!before || !now || still.matches || document.hidden) return [];
    return now.filter(([token, hold]) => hold && !before.includes(token));
  }

  function show(list) {
    clearTimeout(timer);
    const [token, hold] = list[0];
    page().dataset.beat = token.replace(/-\d+$/, "");
    if (hold < 0 && list.length === 1) timer = 0;
    else timer = setTimeout(() => (list.length > 1 ? show(list.slice(1)) : close()), Math.abs(hold));
  }

  function end() {
    clearTimeout(timer);
    timer = 0;
    delete page()?.dataset.beat;
  }

  function draw([html, swap]) {
    const list = fresh(html);
    if (list.length && waiting.length < MANY) show(list); // before the swap: no frame without it
    else if (told(html)) end(); // what lasted until now
    if (/ data-phase="over"/.test(html) && !over()) page().dataset.end = ""; // it was seen
    swap();
  }

  function close() {
    end();
    while (waiting.length && !timer) draw(waiting.shift());
  }

  function flush() {
    end();
    for (const [, swap] of waiting.splice(0)) swap();
  }

  function take(html, swap) {
    if (timer) waiting.push([html, swap]);
    else draw([html, swap]);
    if (waiting.length >= MANY) flush();
  }

  // The answer to one's own click: what waits is drawn first, then its own news are shown.
  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx } = event.detail;
    if (!ctx?.response) return;
    for (const [, swap] of waiting.splice(0)) swap();
    const list = fresh(ctx.text);
    if (list.length) show(list);
  });

  document.addEventListener("pointerdown", (event) => {
    if (timer && event.target.closest(".scene")) close();
  });
  document.addEventListener("keydown", (event) => {
    if (timer && event.key === "Escape") close();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) flush();
  });

  return { take };
})();
