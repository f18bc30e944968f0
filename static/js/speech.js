// Announces lines to screen readers: one live region, one line after the other, even equal ones.
//
// Lines of the table come in #told (public and numbered: a page announces each once). A count, "3 of
// 5 have voted", waits a moment for a newer one and is dropped when something else follows. The
// question (#choices[data-call]) comes last and gets the focus, unless the user is busy elsewhere.
"use strict";

window.speech = (() => {
  const GAP = 60; // ms between two lines
  const COUNTS = 1500; // ms for which a count waits
  const KEPT = 12; // lines that stay in the live region
  const TALK = "reads-talk";

  const place = document.getElementById("announcements");
  const waiting = [];
  let timer = 0;
  let count = null; // {words, timer}
  let touched = 0; // the time of the last press of a key or the pointer
  let told = -1; // the number of the last announced line
  let asked = "";
  let held = [];
  const heard = new Set();

  function say(words, act, language) {
    dropCount();
    waiting.push({ words: words.replace(/\s+/g, " ").trim(), act, language });
    if (!timer) next();
  }

  // Call `what` once everything has been announced, including lines that come in the meantime.
  function after(what) {
    const act = () => {
      if (waiting.some((one) => one.words)) after(what);
      else what();
      return true;
    };
    waiting.push({ words: "", act });
    if (!timer) next();
  }

  // Lines are separated by a gap, or a change of focus would come before the preceding words.
  function next() {
    timer = 0;
    if (!waiting.length) return;
    const { words, act, language } = waiting.shift();
    timer = setTimeout(next, GAP);
    if (!act?.()) speak(words, language);
  }

  function speak(words, language) {
    const line = document.createElement("p");
    line.textContent = words;
    if (language) line.lang = language;
    place.append(line);
    while (place.childElementCount > KEPT) place.firstElementChild.remove();
  }

  function sayCount(words) {
    if (count) count.words = words;
    else count = { words, timer: setTimeout(() => say(count.words), COUNTS) };
  }

  function dropCount() {
    clearTimeout(count?.timer);
    count = null;
  }

  function tell(isNew) {
    for (const line of document.querySelectorAll("#told > p")) {
      const number = Number(line.dataset.line);
      if (isNew && number > told) (line.dataset.count === undefined ? say : sayCount)(line.textContent);
      told = Math.max(told, number);
      line.remove();
    }
  }

  // A question of suspense: the log has no line about it before the answer.
  function hold(isNew) {
    const words = [...document.querySelectorAll("[data-aloud]")].map((one) => one.textContent.trim());
    const news = words.filter((one) => one && !held.includes(one));
    if (isNew && news.length) say(news.join(" "));
    held = words;
  }

  // A question is new if its form is new, even with the same words: it may be asked twice.
  function ask(isNew) {
    const question = document.getElementById("choices");
    const call = question?.dataset.call || "";
    const form = question?.querySelector("fieldset")?.id || "";
    const key = call && `${form} ${call}`;
    const since = performance.now();
    if (key && key !== asked && isNew) say(call, () => isFree(question, since) && goTo(question));
    asked = key;
  }

  // The focus of a user who has moved on in the meantime is left alone.
  function isFree(question, since) {
    const isIdle = [null, document.body, question].includes(document.activeElement);
    return isIdle && touched < since && !document.querySelector("dialog:modal");
  }

  function goTo(question) {
    if (!question.isConnected) return false;
    if (document.activeElement === question) question.blur(); // its name has changed
    const actions = document.querySelector(".after-actions[tabindex]"); // has the same name
    (actions || question).focus({ preventScroll: true });
    return true;
  }

  function readsTalk() {
    try {
      return localStorage.getItem(TALK) === "yes";
    } catch {
      return false; // storage is blocked
    }
  }

  function talk(isNew) {
    for (const bubble of document.querySelectorAll("#log .bubble[id]")) {
      if (heard.has(bubble.id)) continue;
      heard.add(bubble.id);
      if (!isNew || !readsTalk() || bubble.classList.contains("mine")) continue;
      const [by, said] = [".by", ".said"].map((part) => bubble.querySelector(part));
      say(`${by.textContent}: ${said.textContent}`, null, said.lang);
    }
  }

  function showSwitch() {
    const button = document.querySelector("[data-reads-talk]");
    if (!button) return;
    button.hidden = false;
    button.setAttribute("aria-pressed", String(readsTalk()));
  }

  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-reads-talk]")) return;
    try {
      localStorage.setItem(TALK, readsTalk() ? "no" : "yes");
    } catch {
      // the choice needs storage
    }
    showSwitch();
  });

  function settle(isNew) {
    tell(isNew);
    hold(isNew);
    talk(isNew);
    ask(isNew);
  }

  for (const kind of ["keydown", "pointerdown"]) {
    document.addEventListener(kind, () => { touched = performance.now(); }, true);
  }
  document.addEventListener("htmx:after:swap", () => settle(true));
  document.addEventListener("DOMContentLoaded", () => {
    settle(false); // a screen reader reads the initial page anyway
    showSwitch();
  });

  return { say, after };
})();
