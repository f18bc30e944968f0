// Counts down what the server said: <time data-deadline="ms since 1970">, and with data-reserve the
// ms that are used up from then on. What time it is the server says too: with the page, and with
// whatever comes later (microseconds since 1970). In between the browser only counts: a clock that
// is set wrong here shows no wrong time. The server decides.
(() => {
  "use strict";
  const SHORT = 20; // seconds below which time is short

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

  function tick() {
    if (ahead === -Infinity) return;
    const now = ahead + performance.now();
    document.querySelectorAll("time[data-deadline]").forEach((clock) => {
      const until = Number(clock.dataset.deadline);
      const reserve = Number(clock.dataset.reserve);
      const isReserve = clock.dataset.reserve !== undefined;
      const left = isReserve ? Math.min(reserve, until + reserve - now) : until - now;
      const counts = isReserve ? now >= until : now < until;
      clock.textContent = spelt(left);
      clock.classList.toggle("short", counts && left < SHORT * 1000);
      clock.classList.toggle("still", !counts);
    });
  }

  hear(document.querySelector("[data-as-of]")?.dataset.asOf);
  document.addEventListener("server-time", (event) => { hear(event.detail); tick(); });
  document.addEventListener("htmx:after:request", (event) => {
    hear(event.detail.ctx?.response?.headers?.get("X-As-Of"));
  });
  setInterval(tick, 500);
  document.addEventListener("htmx:after:swap", tick);
  tick();
})();
