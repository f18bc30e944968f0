// Keeps a page current: frames from the socket are morphed in, so that focus, caret, typed text,
// scroll and open panels stay. Everything a person does is an ordinary request; where there is no
// socket the page of a match asks again every few seconds, and the lobby waits for one.
(() => {
  "use strict";
  const NOT_ALLOWED = 4403;
  const NOT_FOUND = 4404;
  const SLOWEST = 5000; // ms between two tries to connect
  const SILENCE = 25000; // ms without a heartbeat after which the socket is taken for dead
  const POLL = 4000; // ms between two questions while there is no socket
  const AWAY = 1200; // ms of silence before the banner shows: a blink is not worth a word

  const root = document.querySelector("[data-live]");
  const banner = document.getElementById("connection");
  const title = document.title;
  let socket = null;
  let wait = 250;
  let heard = Date.now();
  let timer = 0;
  let bannerTimer = 0;
  let shown = 0; // when the newest frame was drawn, by the server's clock
  let lastLine = lastOfLog();
  let pressed = null; // what had the focus last on the dock

  function lastOfLog() {
    const lines = document.querySelectorAll("#log .log-line:not(.private)");
    return lines.length ? lines[lines.length - 1].textContent.trim() : "";
  }

  function address() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    return `${scheme}//${location.host}${root.dataset.live}?language=${document.documentElement.lang}`;
  }

  function connect() {
    clearTimeout(timer);
    const mine = new WebSocket(address());
    socket = mine;
    mine.onmessage = (message) => {
      if (mine !== socket) return;
      heard = Date.now();
      wait = 250;
      back();
      take(JSON.parse(message.data));
    };
    mine.onclose = (event) => {
      if (mine !== socket) return;
      socket = null;
      if (event.code === NOT_ALLOWED || event.code === NOT_FOUND) {
        location.reload();
        return;
      }
      away();
      timer = setTimeout(connect, wait);
      wait = Math.min(wait * 1.7, SLOWEST);
    };
  }

  function away() {
    if (bannerTimer || !banner) return;
    bannerTimer = setTimeout(() => { banner.hidden = false; }, AWAY);
  }

  function back() {
    clearTimeout(bannerTimer);
    bannerTimer = 0;
    if (banner) banner.hidden = true;
  }

  function reconnect() {
    const old = socket;
    socket = null;
    old?.close();
    wait = 250;
    connect();
  }

  function take(frame) {
    if (frame.refresh) {
      htmx.trigger(root, "refresh");
      return;
    }
    shown = frame.as_of;
    document.dispatchEvent(new CustomEvent("server-time", { detail: frame.as_of }));
    if (frame.html) htmx.swap({ text: frame.html, target: root, swap: "none", sourceElement: root });
  }

  function settle() {
    document.querySelectorAll("input[name=entropy]").forEach((input) => {
      if (!input.value) input.value = randomHex();
    });
    const begun = Boolean(document.getElementById("board"));
    // The table is another page than the room before it: it begins at its head, not anywhere.
    if (begun && !document.body.classList.contains("at-table")) window.scrollTo(0, 0);
    document.body.classList.toggle("at-table", begun);
    setTimeout(keepPlace); // a board that has its own place for who plays by keys comes first
    const onward = document.querySelector("[data-onward]");
    if (onward) location.assign(onward.href);
    const asked = document.querySelector("#choices[data-owes]");
    document.title = asked ? `● ${title}` : title;
    const line = lastOfLog();
    if (line !== lastLine) {
      lastLine = line;
      document.getElementById("announcements").textContent = line;
    }
    const talk = document.querySelector(".table-talk .scroll");
    if (talk && talk.dataset.pinned !== "no") talk.scrollTop = talk.scrollHeight;
    const log = document.querySelector(".table-log .scroll");
    if (log && log.dataset.pinned !== "no") log.scrollTop = log.scrollHeight;
  }

  // Who pressed a button that is gone now goes on at the next question, not at the head of the page.
  function keepPlace() {
    if (!pressed || pressed.isConnected) return;
    pressed = null;
    if (document.activeElement !== document.body) return;
    document.getElementById("decision")?.focus({ preventScroll: true });
  }

  function randomHex() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  document.addEventListener("focusin", (event) => {
    pressed = event.target.closest("#decision") ? event.target : null;
  });

  // Somebody who has scrolled up to read is not pulled down again.
  document.addEventListener("scroll", (event) => {
    const box = event.target;
    if (!box.classList?.contains("scroll")) return;
    const atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
    box.dataset.pinned = atEnd ? "yes" : "no";
  }, true);

  // An answer that was drawn before a frame which came first: the page is right already, and the
  // socket will not send again what it has sent. Only what the answer says is kept.
  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx, tasks } = event.detail;
    const drawn = ctx.response?.headers?.get("X-As-Of");
    if (!drawn || Number(drawn) >= shown) return;
    tasks.splice(0, tasks.length, ...tasks.filter((task) => task.target?.id === "notice"));
  });
  document.addEventListener("htmx:after:swap", settle);
  document.addEventListener("htmx:after:request", (event) => {
    const { ctx } = event.detail;
    const form = ctx.sourceElement.closest?.("form[data-clears]");
    if (form && ctx.response?.status < 400) form.reset();
  });
  document.addEventListener("htmx:error", (event) => {
    const notice = document.getElementById("notice");
    if (notice && event.detail.ctx?.request?.method !== "GET") notice.textContent = notice.dataset.unsent;
  });

  if (root) {
    connect();
    const check = () => {
      const dead = !socket || socket.readyState > 1 || Date.now() - heard > SILENCE;
      if (document.visibilityState === "visible" && dead) reconnect();
    };
    document.addEventListener("visibilitychange", check);
    window.addEventListener("online", check);
    window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
    setInterval(() => {
      if (socket && socket.readyState === 1) {
        if (Date.now() - heard > SILENCE) { away(); reconnect(); }
      } else if (root.dataset.poll && document.visibilityState === "visible") {
        htmx.ajax("GET", root.dataset.poll, { source: root, target: root, swap: "none" });
      }
    }, POLL);
  }
  document.addEventListener("DOMContentLoaded", settle);
  if (document.readyState !== "loading") settle();
})();
