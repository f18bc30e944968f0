// Keeps a page current: frames from the socket are morphed in, so that focus, caret, typed text,
// scroll and open panels stay; lines of the record are appended. Decisions go up the socket too and
// are acknowledged once they are stored; everything else, and all where there is no socket, is an
// ordinary request, and the page of a match asks again every few seconds.
(() => {
  "use strict";
  const NOT_ALLOWED = 4403;
  const NOT_FOUND = 4404;
  const SLOWEST = 5000; // ms between two tries to connect
  const SILENCE = 25000; // ms without a heartbeat after which the socket is taken for dead
  const POLL = 4000; // ms between two questions while there is no socket
  const AWAY = 1200; // ms of silence before the banner shows: a blink is not worth a word
  // What style sheets ask of the page: by :has each change would have all of it searched.
  const TOLD = {
    "at-table": "#board",
    staged: ".scene",
    seated: "[data-me]",
    coached: ".coach",
    over: ".after-actions",
    "on-screen": "[data-on-screen]",
  };
  const ALONE = ["notice", "sentences"]; // what only an answer brings, and no frame
  const READ = 12000; // ms after which a notice makes room; what did not arrive stays
  const UNHEARD = 6000; // ms after which a decision without an answer makes us connect anew
  const GIVEN_UP = 15000; // ms after which a decision goes by form, where there is no socket
  const TOO_OLD = 60000; // ms after which what did not arrive is not sent any more

  const root = document.querySelector("[data-live]");
  const banner = document.getElementById("connection");
  const notice = document.getElementById("notice");
  const title = document.title;
  let socket = null;
  let isCurrent = false; // whether the socket has shown this page the whole position
  let wait = 250;
  let heard = Date.now();
  let timer = 0;
  let bannerTimer = 0;
  let pressed = null; // what had the focus last, on the dock or in the waiting room
  let around = ""; // the id of what stands around it there: the chairs, or the buttons below them
  // The decision that waits for its answer: {id, prompt, act, since, at, button}; `at` is when it
  // was sent or asked for last.
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
    // Where a page shows what happened before what comes next, frames wait their turn.
    if (window.beats) window.beats.take(html, swap);
    else swap();
  }

  // A decision goes up the socket; what it did comes as a frame like everybody's.
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

  // After a break: whether it arrived is asked first; sent again is only what is open still.
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
    // The table is another page than the room before it: it begins at its head, not anywhere.
    if (begun && !document.body.classList.contains("at-table")) window.scrollTo(0, 0);
    for (const [name, what] of Object.entries(TOLD)) {
      document.body.classList.toggle(name, Boolean(document.querySelector(what)));
    }
    // A board that has its own place for who plays by keys comes first, and what is said.
    setTimeout(() => (window.speech ? window.speech.after(keepPlace) : keepPlace()));
    const onward = document.querySelector("[data-onward]");
    if (onward) location.assign(onward.href);
    const asked = document.querySelector("#decision [data-owes]");
    const call = document.querySelector(".called[data-call]"); // others play again
    // The tab says how many have come, to whoever waits in another one.
    const room = document.querySelector("#waiting[data-sits]");
    const came = room ? `${room.dataset.arrived}/${room.dataset.seats} ` : "";
    document.title = came ? came + title : call ? `${call.dataset.call} ${title}` : asked ? `● ${title}` : title;
    requestAnimationFrame(pin); // when the browser lays the page out anyway
  }

  // Talk is read at its end, until somebody scrolls up in it.
  function pin() {
    const talk = document.querySelector(".table-talk .scroll");
    if (talk && talk.dataset.pinned !== "no") talk.scrollTop = talk.scrollHeight;
  }

  // Who pressed a button that is gone now goes on at the next question, or at what can be done after
  // the end, not at the head of the page; who took somebody off the table goes on at the chairs, where
  // another Enter removes nobody, and who filled it at the buttons below them.
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

  let isDown = false; // whether somebody has scrolled down in the record: to ask takes a layout

  // Somebody who has scrolled up to read is not pulled down again.
  document.addEventListener("scroll", (event) => {
    const box = event.target;
    if (box.classList?.contains("record-box")) isDown = box.scrollTop > 0;
    if (!box.classList?.contains("scroll")) return;
    const atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
    box.dataset.pinned = atEnd ? "yes" : "no";
  }, true);

  // A pane that was not shown had no height to scroll, and what a filter hid had none either.
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
    // While there is no socket, what was pressed last is what is wanted.
    if (!sent || !isCurrent) decide(event.target, button);
  }, true);

  // What a page with a socket is answered is only what was said to it: what is new comes by frames.
  document.addEventListener("htmx:config:request", (event) => {
    if (isCurrent) event.detail.ctx.request.headers["X-Live"] = "1";
  });
  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx, tasks } = event.detail;
    if (!isCurrent || !ctx.response) return;
    tasks.splice(0, tasks.length, ...tasks.filter((task) => ALONE.includes(task.target?.id)));
  });
  document.addEventListener("htmx:after:swap", settle);

  // The newest government comes first: who reads further down keeps the line where it is.
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
  // What is said leaves its field at once: one may write on, and a second Enter says nothing twice.
  // What is refused or does not arrive comes back, before what was written since.
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
    // What a menu was opened for is done.
    if (ctx.response?.status < 400) ctx.sourceElement?.closest?.("details.bubble-menu")?.removeAttribute("open");
    if (ctx.response?.status === 204 && notice) notice.textContent = "";
  });
  document.addEventListener("htmx:error", (event) => {
    const { ctx } = event.detail;
    giveBack(ctx);
    if (notice && ctx?.request?.method !== "GET") notice.textContent = notice.dataset.unsent;
  });

  // A notice lies over the page: it goes when it was read.
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
    // The browser knows before a heartbeat is missed; and the old line does not come back.
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
