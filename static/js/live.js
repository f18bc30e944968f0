// Keeps a page up to date: frames from the socket are morphed in, so that focus, caret, typed text,
// scroll position and open panels are kept; lines of the record are appended. Decisions are sent by
// the socket, too, and acknowledged once they are stored. Everything else is an ordinary request;
// without a socket so are decisions, and the page of a match polls every few seconds.
(() => {
  "use strict";
  const NOT_ALLOWED = 4403;
  const NOT_FOUND = 4404;
  const SLOWEST = 5000; // ms between two attempts to connect
  const SILENCE = 25000; // ms without a heartbeat after which the socket counts as dead
  const POLL = 4000; // ms between two polls while there is no socket
  const AWAY = 1200; // ms of silence before the banner is shown: short gaps are not worth a message
  // Classes of the body for style sheets: with :has, each change would search the whole page.
  const TOLD = {
    "at-table": "#board",
    staged: ".scene",
    seated: "[data-me]",
    coached: ".coach",
    over: ".after-actions",
    "on-screen": "[data-on-screen]",
  };
  const ALONE = ["notice", "sentences"]; // updated only by responses, never by frames
  const READ = 12000; // ms after which a notice is removed; a message that was not sent stays
  const UNHEARD = 6000; // ms without an answer to a decision after which we reconnect
  const GIVEN_UP = 15000; // ms after which a decision is sent by form if there is no socket
  const TOO_OLD = 60000; // ms after which a decision that did not arrive is not sent again

  const root = document.querySelector("[data-live]");
  const banner = document.getElementById("connection");
  const notice = document.getElementById("notice");
  const title = document.title;
  let socket = null;
  let isCurrent = false; // whether the socket has sent this page the whole position
  let wait = 250;
  let heard = Date.now();
  let timer = 0;
  let bannerTimer = 0;
  let pressed = null; // the last element with focus on the dock or in the waiting room
  let around = ""; // the id of its container there: the seats, or the buttons below them
  // The decision that waits for an answer: {id, prompt, act, since, at, button}; `at` is the time
  // when it was last sent or asked about.
  let sent = null;
  let count = 0;

  function address() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    return `${scheme}//${location.host}${root.dataset.live}?language=${document.documentElement.lang}`;
  }

  function connect() {
    clearTimeout(timer);
    const mine = new WebSocket(address());
    socket = mine;
    isCurrent = false;
    mine.onmessage = (message) => {
      if (mine !== socket) return;
      heard = Date.now();
      wait = 250;
      back();
      take(message.data);
    };
    mine.onclose = (event) => {
      if (mine !== socket) return;
      socket = null;
      isCurrent = false;
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
    bannerTimer = setTimeout(showBanner, AWAY);
  }

  function showBanner() {
    banner.hidden = false;
  }

  function back() {
    clearTimeout(bannerTimer);
    bannerTimer = 0;
    if (banner) banner.hidden = true;
  }

  function reconnect() {
    const old = socket;
    socket = null;
    isCurrent = false;
    old?.close();
    wait = 250;
    connect();
  }

  function take(text) {
    if (text.startsWith("<")) { // a frame: everything else is JSON
      const isFirst = !isCurrent;
      isCurrent = true;
      show(text);
      if (isFirst) askAgain();
      return;
    }
    const told = JSON.parse(text);
    if (told.refresh) htmx.trigger(root, "refresh");
    else if (told.at) document.dispatchEvent(new CustomEvent("server-time", { detail: told.at }));
    else answered(told);
  }

  function show(html) {
    const swap = () => htmx.swap({ text: html, target: root, swap: "none", sourceElement: root });
    // On pages with beats, frames wait while earlier news is shown.
    if (window.beats) window.beats.take(html, swap);
    else swap();
  }

  // Send a decision by the socket; its effects come as a frame, as for everybody.
  function decide(question, button) {
    const fields = new FormData(question, button);
    let act = fields.get("action") || "";
    if (act === "chosen") act = fields.get("choice") || "";
    if (act === "in-parts") act = fields.getAll("part").every(Boolean) ? fields.getAll("part").join("") : "";
    count += 1;
    const now = Date.now();
    const since = sent ? sent.since : now;
    mark(false);
    sent = { id: count, prompt: Number(fields.get("prompt")), act, since, at: now, button };
    mark(true);
    if (isCurrent) send(sent);
  }

  function mark(isWaiting) {
    sent?.button.classList.toggle("htmx-request", isWaiting);
  }

  function send({ id, prompt, act }) {
    socket.send(JSON.stringify({ id, prompt, act }));
  }

  // After a reconnection: first ask whether the decision arrived, and send it again only if not.
  function askAgain() {
    if (sent) socket.send(JSON.stringify({ id: sent.id, prompt: sent.prompt, lost: sent.act }));
  }

  function answered(frame) {
    if (!sent || ![frame.open, frame.ack].includes(sent.id)) return;
    const isOpen = frame.open === sent.id;
    if (isOpen && Date.now() - sent.since < TOO_OLD) {
      send(sent);
      return;
    }
    mark(false);
    sent = null;
    if (notice) notice.textContent = isOpen ? notice.dataset.unsent : frame.why || "";
  }

  function form() {
    return document.getElementById("decision");
  }

  function settle() {
    document.querySelectorAll("input[name=entropy]").forEach((input) => {
      if (!input.value) input.value = randomHex();
    });
    const begun = Boolean(document.getElementById("board"));
    // The table replaces the waiting room like a new page, so it begins at the top.
    if (begun && !document.body.classList.contains("at-table")) window.scrollTo(0, 0);
    for (const [name, what] of Object.entries(TOLD)) {
      document.body.classList.toggle(name, Boolean(document.querySelector(what)));
    }
    // First the board restores its own focus for players with keys, and lines are announced.
    setTimeout(() => (window.speech ? window.speech.after(keepPlace) : keepPlace()));
    const onward = document.querySelector("[data-onward]");
    if (onward) location.assign(onward.href);
    const asked = document.querySelector("#decision [data-owes]");
    const call = document.querySelector(".called[data-call]"); // others play again
    // The title has the number of arrived players, for people who wait in another tab.
    const room = document.querySelector("#waiting[data-sits]");
    const came = room ? `${room.dataset.arrived}/${room.dataset.seats} ` : "";
    document.title = came ? came + title : call ? `${call.dataset.call} ${title}` : asked ? `● ${title}` : title;
    requestAnimationFrame(pin); // when the browser computes the layout anyway
  }

  // Talk stays scrolled to its end until the reader scrolls up.
  function pin() {
    const talk = document.querySelector(".table-talk .scroll");
    if (talk && talk.dataset.pinned !== "no") talk.scrollTop = talk.scrollHeight;
  }

  // If the pressed button is gone, focus moves to the next question, or to the actions after the
  // end, not to the top of the page; after removing a player to the seats, where another Enter
  // removes nobody, and after filling the table to the buttons below the seats.
  function keepPlace() {
    if (!pressed || pressed.isConnected) return;
    // The question may come with a later frame.
    const next = document.querySelector(".after-actions[tabindex]")
      || document.getElementById("choices") || document.getElementById(around);
    if (document.activeElement === document.body) next?.focus({ preventScroll: true });
    if (document.activeElement !== document.body) pressed = null;
  }

  function randomHex() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  document.addEventListener("focusin", (event) => {
    const place = event.target.closest("#decision, .waiting-chair, .waiting-tray");
    pressed = place ? event.target : null;
    around = place?.matches(".waiting-tray") ? "waiting-tray" : "ring";
  });

  let isDown = false; // whether the reader has scrolled down in the record, because asking forces a layout

  // A reader who has scrolled up is not scrolled down again.
  document.addEventListener("scroll", (event) => {
    const box = event.target;
    if (box.classList?.contains("record-box")) isDown = box.scrollTop > 0;
    if (!box.classList?.contains("scroll")) return;
    const atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
    box.dataset.pinned = atEnd ? "yes" : "no";
  }, true);

  // A hidden pane had no height to scroll, and neither had filtered messages.
  document.addEventListener("change", (event) => {
    if (event.target.name === "tab" || event.target.name === "stream") pin();
  });

  document.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (event.target !== form() || button?.name !== "action") return;
    const isAsking = sent && Date.now() - sent.since < GIVEN_UP;
    if (!isCurrent && !isAsking) { // by form
      mark(false);
      sent = null;
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    // While there is no socket, the last press counts.
    if (!sent || !isCurrent) decide(event.target, button);
  }, true);

  // With a socket, a response has only the messages for this page: changes come by frames.
  document.addEventListener("htmx:config:request", (event) => {
    if (isCurrent) event.detail.ctx.request.headers["X-Live"] = "1";
  });
  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx, tasks } = event.detail;
    if (!isCurrent || !ctx.response) return;
    tasks.splice(0, tasks.length, ...tasks.filter((task) => ALONE.includes(task.target?.id)));
  });
  document.addEventListener("htmx:after:swap", settle);

  // The newest government comes first, so a line read further down is kept in its place.
  const above = (line, box) => line.getBoundingClientRect().top - box.getBoundingClientRect().top;
  let kept = null;
  document.addEventListener("htmx:before:swap", () => {
    const box = isDown && document.querySelector(".record-box");
    const lines = box?.scrollTop ? [...box.querySelectorAll("li, p")] : [];
    const line = lines.find((one) => above(one, box) + one.offsetHeight > 0);
    kept = line ? { box, line, place: above(line, box) } : null;
  });
  document.addEventListener("htmx:after:swap", () => {
    if (kept?.line.isConnected) kept.box.scrollTop += above(kept.line, kept.box) - kept.place;
  });
  // A message leaves its field immediately: the user can write on, and a second Enter sends nothing
  // twice. A message that is refused or does not arrive is put back, before any newer text.
  const fieldOf = (ctx) => ctx?.sourceElement?.matches?.("form[data-clears]") && ctx.sourceElement.elements.text;
  const write = (field, text) => {
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const giveBack = (ctx) => {
    const field = fieldOf(ctx);
    if (!field || ctx.isBack || ctx.response?.status < 400) return;
    ctx.isBack = true;
    write(field, [ctx.request.body.get("text"), field.value].filter(Boolean).join(" "));
  };
  document.addEventListener("htmx:config:request", (event) => {
    const { ctx } = event.detail;
    const field = fieldOf(ctx);
    if (!field) return;
    if (ctx.request.body.get("text").trim()) write(field, "");
    else event.preventDefault();
  });
  document.addEventListener("htmx:after:request", (event) => {
    const { ctx } = event.detail;
    giveBack(ctx);
    // The menu has served its purpose.
    if (ctx.response?.status < 400) ctx.sourceElement?.closest?.("details.bubble-menu")?.removeAttribute("open");
    if (ctx.response?.status === 204 && notice) notice.textContent = "";
  });
  document.addEventListener("htmx:error", (event) => {
    const { ctx } = event.detail;
    giveBack(ctx);
    if (notice && ctx?.request?.method !== "GET") notice.textContent = notice.dataset.unsent;
  });

  // A notice covers part of the page, so it is removed after the time for reading it.
  let noticeTimer = 0;
  function letNoticeGo() {
    clearTimeout(noticeTimer);
    notice.dataset.at = performance.now();
    if (!notice.textContent || notice.textContent === notice.dataset.unsent) return;
    noticeTimer = setTimeout(() => { notice.textContent = ""; }, READ);
  }
  if (notice) {
    new MutationObserver(letNoticeGo).observe(notice, { childList: true, characterData: true, subtree: true });
    letNoticeGo();
  }

  if (root) {
    connect();
    const check = () => {
      const dead = !socket || socket.readyState > 1 || Date.now() - heard > SILENCE;
      if (document.visibilityState === "visible" && dead) reconnect();
    };
    document.addEventListener("visibilitychange", check);
    // The browser detects this before a heartbeat is missed; the old connection does not recover.
    window.addEventListener("offline", () => { if (banner) showBanner(); });
    window.addEventListener("online", reconnect);
    window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
    setInterval(() => {
      if (socket && socket.readyState === 1) {
        const unheard = sent && Date.now() - sent.at > UNHEARD;
        if (unheard) sent.at = Date.now();
        if (unheard || Date.now() - heard > SILENCE) { away(); reconnect(); }
      } else if (root.dataset.poll && document.visibilityState === "visible") {
        htmx.ajax("GET", root.dataset.poll, { source: root, target: root, swap: "none" });
      }
    }, POLL);
  }
  document.addEventListener("DOMContentLoaded", settle);
  if (document.readyState !== "loading") settle();
})();
