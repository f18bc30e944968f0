// Counts down what the server said: <time data-deadline="ms since 1970">, and with data-reserve the
// ms that are used up from then on. What time it is the server says too: with the page, and with
// whatever comes later (microseconds since 1970). In between the browser only counts: a clock that
// is set wrong here shows no wrong time. The server decides.
(() => {
  "use strict";
  const SHORT = 20; // seconds below which time is short

  const WARNINGS = [60, 20, 0]; // seconds left at which one's own clock is said, in the dial's words

  let warned = ""; // the deadline, and the last of the warnings that it has had
  let ahead = -Infinity; // ms that the server's time is ahead of performance.now()

  // What was longest on its way says least: the latest time is the one that came quickest.
  function hear(microseconds) {
    const now = Number(microseconds) / 1000;
    if (now) ahead = Math.max(ahead, now - performance.now());
  }

  function spelt(milliseconds) {
    const left = Math.max(0, Math.ceil(milliseconds / 1000));
    const hours = Math.floor(left / 3600);
    const minutes = Math.floor((left % 3600) / 60);
    const seconds = String(left % 60).padStart(2, "0");
    return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${seconds}` : `${minutes}:${seconds}`;
  }

  // The text node stays. Were it replaced, twice a second, the browser would match the styles of half
  // the page again.
  function write(clock, text) {
    if (!clock.firstChild) clock.textContent = text;
    else if (clock.firstChild.data !== text) clock.firstChild.data = text;
  }

  function tick() {
    if (ahead === -Infinity) return;
    const now = ahead + performance.now();
    document.querySelectorAll("time[data-deadline]").forEach((clock) => {
      const until = Number(clock.dataset.deadline);
      const reserve = Number(clock.dataset.reserve);
      const isReserve = clock.dataset.reserve !== undefined;
      const left = isReserve ? Math.min(reserve, until + reserve - now) : until - now;
      const counts = isReserve ? now >= until : now < until;
      write(clock, spelt(left));
      clock.classList.toggle("short", counts && left < SHORT * 1000);
      clock.classList.toggle("still", !counts);
      const mine = clock.closest(".mine");
      if (mine && !isReserve) warn(mine, until, left / 1000);
    });
  }

  // Once each; a page that opens late begins with the latest that holds.
  function warn(dial, until, left) {
    const due = WARNINGS.filter((seconds) => left <= seconds).at(-1);
    const key = `${until} ${due}`;
    if (key === warned) return;
    const isSame = warned.startsWith(`${until} `);
    warned = key;
    const words = due !== undefined && (isSame || left > 0) && dial.getAttribute(`data-says-${due}`);
    if (words) window.speech?.say(words);
  }

  hear(document.querySelector("[data-at]")?.dataset.at);
  document.addEventListener("server-time", (event) => { hear(event.detail); tick(); });
  setInterval(tick, 500);
  document.addEventListener("htmx:after:swap", tick);
  tick();
})();
