// Steps through a match without reloading the page: moments are fetched a few at a time, for one
// perspective only, cached, and morphed in. Without this file the links of the controls still work.
(() => {
  "use strict";
  const AHEAD = 4; // moments fetched in one request
  const root = document.querySelector("[data-replay]");
  if (!root) return;

  const track = JSON.parse(document.getElementById("track").textContent); // [number, chapter, kinds]
  const last = track.length - 1;
  const known = new Map(); // index -> html
  const underway = new Map(); // first index of a batch -> promise
  const slider = document.getElementById("slider");
  const kind = document.getElementById("kind");
  const speed = document.getElementById("speed");
  const notice = document.getElementById("notice");
  const play = root.querySelector("[data-go=play]");
  let index = Number(root.dataset.index);
  let wanted = index;
  let timer = 0;

  known.set(index, document.getElementById("frame").outerHTML);

  async function fetched(at) {
    if (known.has(at)) return known.get(at);
    const first = at - (at % AHEAD);
    if (!underway.has(first)) {
      const request = fetch(`${root.dataset.frames}&from=${first}&count=${AHEAD}`)
        .then((response) => { if (!response.ok) throw new Error(response.status); return response.json(); })
        .then((answer) => { for (const [n, html] of Object.entries(answer.frames)) known.set(Number(n), html); })
        .finally(() => underway.delete(first));
      underway.set(first, request);
    }
    await underway.get(first);
    return known.get(at);
  }

  async function go(to) {
    wanted = Math.max(0, Math.min(last, to));
    const asked = wanted;
    mark(asked);
    try {
      const html = await fetched(asked);
      if (asked !== wanted) return; // a later request has overtaken this one
      show(asked, html);
      if (asked < last) fetched(asked + 1).catch(() => {});
      const ahead = Math.min(last, asked + AHEAD);
      fetched(ahead).catch(() => {});
    } catch {
      pause();
      notice.textContent = root.dataset.lost;
    }
  }

  function show(at, html) {
    htmx.swap({
      text: `<hx-partial hx-target="#frame" hx-swap="outerMorph">${html}</hx-partial>`,
      target: root, swap: "none", sourceElement: root,
    });
    index = at;
    notice.textContent = "";
    address();
    requestAnimationFrame(settle);
  }

  // Covers of a live match are open in a replay.
  function settle() {
    document.querySelectorAll(".replay-private details[data-dossier]").forEach((cover) => { cover.open = true; });
    document.querySelector("#happened .now").scrollIntoView({ block: "nearest" });
  }

  function mark(at) {
    slider.value = String(at);
    const chapter = track[at][1];
    const words = chapter ? slider.dataset.says : slider.dataset.saysBefore;
    slider.setAttribute("aria-valuetext", words.replace("#", at + 1).replace("#", chapter));
    document.getElementById("place").textContent = String(at + 1);
  }

  // The URL always names the moment on the screen, so it can be shared and reloaded.
  function address() {
    const number = track[index][0];
    const here = new URL(location.href);
    here.searchParams.delete("at");
    here.searchParams.delete("step");
    here.searchParams.set(root.dataset.param, number);
    here.searchParams.set("eyes", root.dataset.perspective);
    history.replaceState(null, "", here);
    document.querySelectorAll("[data-here]").forEach((input) => { input.value = String(number); });
    document.querySelectorAll("[data-share-address], [data-share-embed], [data-perspective], [data-moment-link]").forEach((element) => {
      for (const name of ["href", "value"]) {
        const text = element.getAttribute(name);
        if (text) element.setAttribute(name, text.replace(/([?&](?:at|step)=)\d+/, `$1${number}`));
      }
    });
  }

  function jump(direction) {
    const wish = kind.value;
    const fits = (n) => (wish ? track[n][2].includes(wish) : track[n][1] !== track[n - 1]?.[1]);
    let at = wanted + direction;
    while (at > 0 && at < last && !fits(at)) at += direction;
    go(at);
  }

  function start() {
    if (wanted >= last) wanted = -1;
    play.setAttribute("aria-label", play.dataset.pause);
    play.toggleAttribute("data-plays", true);
    tick();
  }

  async function tick() {
    timer = 1;
    await go(wanted + 1);
    if (!timer) return;
    if (wanted >= last) pause();
    else timer = setTimeout(tick, Number(speed.value));
  }

  function pause() {
    clearTimeout(timer);
    timer = 0;
    play.setAttribute("aria-label", play.dataset.play);
    play.toggleAttribute("data-plays", false);
  }

  const moves = {
    first: () => go(0),
    "chapter-back": () => jump(-1),
    back: () => go(wanted - 1),
    play: () => (timer ? pause() : start()),
    on: () => go(wanted + 1),
    "chapter-on": () => jump(1),
    last: () => go(last),
  };
  const keys = { ArrowLeft: "back", ArrowRight: "on" };
  const reelKeys = {
    ...keys, Home: "first", ArrowUp: "chapter-back", " ": "play", ArrowDown: "chapter-on", End: "last",
  };

  root.addEventListener("click", (event) => {
    const button = event.target.closest("[data-go]");
    if (!button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (button.dataset.go !== "play") pause();
    moves[button.dataset.go]();
  });
  document.addEventListener("keydown", (event) => {
    const move = (event.target.closest("#reel") ? reelKeys : keys)[event.key];
    const typing = event.target.closest("input:not([type=range]), textarea, select");
    if (!move || typing || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === " " && event.target.closest("button, summary")) return; // it presses the focused element
    event.preventDefault();
    if (move !== "play") pause();
    moves[move]();
  });
  slider.addEventListener("input", () => { pause(); go(Number(slider.value)); });

  document.querySelectorAll("[data-go=play], .reel-slider, [data-scripted]").forEach((element) => { element.hidden = false; });
  settle();
  mark(index);
  if (index < last) fetched(index + 1).catch(() => {});
})();
