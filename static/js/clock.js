// Counts down what the server said: <time data-deadline="ms since 1970">. The server decides; a
// clock that is set wrong here shows the wrong time and changes nothing.
(() => {
  "use strict";
  const SHORT = 20; // seconds below which time is short

  function tick() {
    document.querySelectorAll("time[data-deadline]").forEach((clock) => {
      const left = Math.max(0, Math.round((Number(clock.dataset.deadline) - Date.now()) / 1000));
      const hours = Math.floor(left / 3600);
      const minutes = Math.floor((left % 3600) / 60);
      const seconds = String(left % 60).padStart(2, "0");
      clock.textContent = hours
        ? `${hours}:${String(minutes).padStart(2, "0")}:${seconds}`
        : `${minutes}:${seconds}`;
      clock.classList.toggle("short", left < SHORT);
    });
  }

  setInterval(tick, 500);
  document.addEventListener("htmx:after:swap", tick);
  tick();
})();
