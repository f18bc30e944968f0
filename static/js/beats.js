// Shows the newest events before the next question. The baize lists its news (data-news) and the
// time for which each is shown (data-holds); frames that arrive in the meantime wait, in order. A
// negative time lasts until the next frame, which has the answer. A tap on the scene or Escape
// skips. Nothing waits with reduced motion, in a hidden page, or behind many frames.
"use strict";

window.beats = (() => {
  const MANY = 4; // frames that may wait; with more, all are rendered immediately
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
    if (list.length && waiting.length < MANY) show(list); // before the swap, so that every frame has its beat
    else if (told(html)) end(); // the beat that lasted until now
    if (/ data-phase="over"/.test(html) && !over()) page().dataset.end = ""; // the end was seen live
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

  // The response to the user's own click: waiting frames are rendered first, then its news shown.
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
