// Counts down to the server's deadlines: <time data-deadline="ms since 1970">, and with data-reserve
// the ms that are used from then on. The server also sends the current time, with the page and with
// later messages (microseconds since 1970). In between the browser only counts, so a wrong clock
// on this device has no effect. The server decides.
(() => {
  "use strict";
  const SHORT = 20; // seconds below which time is short

  const WARNINGS = [60, 20, 0]; // remaining seconds at which the user's own clock is announced, in the dial's words

  let warned = ""; // the deadline, and its last warning
  let ahead = -Infinity; // the server's time minus performance.now(), in ms

  // Slow messages are the least exact: the largest difference belongs to the fastest message.
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

  // The text node is kept: replacing it twice a second would make the browser match the styles of
  // half the page again.
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

  // Each warning is given once; a page opened late begins with the latest one that applies.
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
