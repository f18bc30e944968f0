// Small services around a table's scene: the letter handed over at the deal covers everything, a new
// question begins with nothing chosen, new messages are shown to people who look at the table, and
// an open list of claims closes again. Without this file everything works in a plainer form.
(() => {
  "use strict";
  const SPOKEN = 2500; // ms for which a notice always stays
  const SHOWN = 7000; // ms for which the newest message stays above the tray

  let asked = "";
  let marked = [];
  let read = new Set();
  let timer = 0;

  const bubbles = () => [...document.querySelectorAll(".table-talk .bubble[id]")];
  const isTalking = () => document.getElementById("tab-talk")?.checked
    || document.querySelector(".table-talk")?.checkVisibility?.();

  function handOver() {
    const letter = document.getElementById("reveal");
    if (!(letter instanceof HTMLDialogElement) || !letter.open || letter.matches(":modal")) return;
    letter.close();
    letter.showModal();
  }

  // The question, and the news before it. The user's own claim, made elsewhere, only renumbers the
  // question, so its marked choice is kept.
  const radios = () => [...document.querySelectorAll("#choices .ask input[type=radio]")];
  const question = () => [
    document.getElementById("choices")?.dataset.ask,
    document.getElementById("baize")?.dataset.news,
    ...radios().map(({ value }) => value),
  ].join(" ");

  function keepMarks() {
    asked = question();
    marked = radios().map(({ checked }) => checked);
  }

  // Radios keep their ids across questions, so morphing would keep the old choice.
  function askAnew() {
    const isSame = question() === asked;
    const notice = document.getElementById("notice");
    // A notice about the previous question does not apply to this one.
    const isOld = notice && performance.now() - Number(notice.dataset.at || 0) > SPOKEN;
    if (!isSame && isOld && notice.textContent !== notice.dataset.unsent) notice.textContent = "";
    radios().forEach((radio, n) => { if (!isSame || marked[n]) radio.checked = isSame; });
  }

  function listen() {
    const all = bubbles();
    // Measured only if it matters, because the browser has to compute the layout.
    const isNew = all.some((one) => !read.has(one.id));
    if (isNew && isTalking()) read = new Set(all.map((one) => one.id));
    const news = all.filter((one) => !read.has(one.id) && !one.classList.contains("mine"));
    const badge = document.querySelector(".tab-badge");
    if (badge && badge.textContent !== String(news.length)) { // setting a value makes the browser match styles again
      badge.hidden = !news.length;
      badge.textContent = String(news.length);
    }
    return news;
  }

  function tick() {
    const newest = listen().at(-1);
    const line = document.querySelector(".ticker");
    if (!line) return;
    const isNews = newest && newest.id !== line.dataset.said;
    // The message may have disappeared by a block in the meantime, or have a new name.
    const shown = isNews ? newest : document.getElementById(line.dataset.said || "");
    const name = shown?.querySelector(".by")?.textContent.trim();
    const words = shown?.querySelector(".said")?.textContent.trim();
    line.textContent = words ? `${name}: ${words}` : "";
    if (!words) line.hidden = true;
    if (!isNews) return;
    line.dataset.said = newest.id;
    line.hidden = false;
    clearTimeout(timer);
    timer = setTimeout(() => { line.hidden = true; }, SHOWN);
  }

  // In the waiting room, the last message of each seated player is next to their face. A person
  // without a seat may have the same name.
  function standWords() {
    const words = (one, part) => one.querySelector(part)?.textContent.trim();
    const seated = bubbles().filter((one) => one.querySelector(".seat-no"));
    const said = new Map(seated.map((one) => [words(one, ".by"), words(one, ".said")]));
    for (const chair of document.querySelectorAll(".waiting-chair[id]")) {
      const word = said.get(words(chair, ".waiting-name"));
      chair.toggleAttribute("data-word", Boolean(word));
      if (word) chair.dataset.word = word;
    }
  }

  // A draft survives a reload, a lost connection and a time in which the user may not talk.
  const draft = () => document.getElementById("say-text");
  const key = `draft ${location.pathname}`;

  function keepDraft() {
    try {
      sessionStorage.setItem(key, draft().value);
    } catch {
      // storage is blocked: the draft lasts as long as the page
    }
  }

  function giveBack() {
    const field = draft();
    if (!field || field.value || field === document.activeElement) return;
    try {
      field.value = sessionStorage.getItem(key) || "";
    } catch {
      // as above
    }
  }

  // The user's marks on other players are stored on this device, for this table.
  const MARKS = `marks ${location.pathname}`;
  const marks = () => [...document.querySelectorAll("[data-mark]")];

  function mark() {
    try {
      const kept = (localStorage.getItem(MARKS) || "").split(" ");
      for (const one of marks()) if (kept.includes(one.id)) one.checked = true;
    } catch {
      // storage is blocked: they last as long as the page
    }
    showMarks();
  }

  // On the page element, which no frame replaces: the seats that show the marks are public.
  function showMarks() {
    const set = marks().filter((one) => one.checked).map(({ id }) => id.split("-"));
    const page = document.querySelector(".table-page");
    for (const kind of ["trust", "doubt"]) {
      page.dataset[kind] = set.filter((one) => one[2] === kind).map((one) => one[1]).join(" ");
    }
  }

  document.addEventListener("change", (event) => {
    if (!event.target.matches("[data-mark]")) return;
    showMarks();
    try {
      const set = marks().filter((one) => one.checked && !one.id.endsWith("-none"));
      localStorage.setItem(MARKS, set.map((one) => one.id).join(" "));
    } catch {
      // as above
    }
  });
  // The reactions exist once on the page, and are moved into the menu of the opened message; only
  // people who may write (#say) may react.
  const row = document.querySelector(".react-row");

  function offer(menu) {
    const link = menu.querySelector("[data-react]");
    if (row && link) {
      link.hidden = true;
      if (link.dataset.react === document.querySelector("#say [name=room]")?.value) {
        link.after(row);
        document.getElementById("react").elements.to.value = link.search.slice(4);
      }
    }
    menu.lastElementChild.scrollIntoView({ block: "nearest" }); // it may be below the edge
  }

  document.addEventListener("input", (event) => {
    if (event.target.id === "say-text") keepDraft();
  });
  document.addEventListener("htmx:before:swap", keepMarks);
  document.addEventListener("htmx:after:swap", () => {
    giveBack();
    mark();
    handOver();
    askAnew();
    tick();
    standWords();
  });
  document.addEventListener("change", (event) => {
    if (event.target.name === "tab") listen();
  });
  // Escape would close the letter unread.
  document.addEventListener("cancel", (event) => {
    if (event.target.id === "reveal") event.preventDefault();
  }, true);
  document.addEventListener("toggle", (event) => {
    if (event.target.matches?.(".bubble-menu[open]")) offer(event.target);
    if (event.target.matches?.(".envelope[open]")) document.querySelector("#reveal .button")?.focus({ preventScroll: true });
  }, true);
  row?.addEventListener("click", () => {
    const menu = row.closest("details");
    setTimeout(() => { menu.open = false; menu.querySelector("summary").focus(); });
  });
  document.addEventListener("click", (event) => {
    const box = document.getElementById("claims-box");
    if (box?.open && (!box.contains(event.target) || event.target.closest(".claim-button"))) {
      setTimeout(() => {
        const isIn = box.contains(document.activeElement);
        box.open = false;
        if (isIn) document.getElementById("choices")?.focus({ preventScroll: true }); // else the focus is lost
      });
    }
  });
  document.addEventListener("DOMContentLoaded", () => {
    read = new Set(bubbles().map((one) => one.id)); // earlier messages are not new
    giveBack();
    mark();
    handOver();
    standWords();
  });
})();
