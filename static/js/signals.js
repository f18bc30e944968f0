// Signals of a table, off by default, set on each device: seven short sounds, synthesised here;
// vibration; the icon of the tab. It also keeps the screen awake while a match runs.
"use strict";

(() => {
  const KEYS = { sound: "signals-sound", buzz: "signals-buzz" };
  const icon = document.querySelector("link[rel=icon]");
  const plain = icon?.href;
  const isScreen = Boolean(document.querySelector("[data-sounds]"));
  let audio = null;
  let lock = null;
  let heard = null; // the news previously on the page
  let owed = false;
  let arrived = null; // the previous number of players in the waiting room

  function wants(what) {
    if (isScreen) return what === "sound";
    try {
      return localStorage.getItem(KEYS[what]) === "on";
    } catch {
      return false; // storage is blocked
    }
  }

  function want(what, isWanted) {
    try {
      localStorage.setItem(KEYS[what], isWanted ? "on" : "off");
    } catch {
      // nothing is stored: signals stay off
    }
    mark();
  }

  function mark() {
    for (const button of document.querySelectorAll("[data-signal]")) {
      button.setAttribute("aria-pressed", String(wants(button.dataset.signal)));
    }
  }

  // A tone that fades out: its pitch (from, to) in Hz, length in s, volume.
  function tone(type, from, to, length, loud, wait = 0) {
    const at = audio.currentTime + wait;
    const voice = new OscillatorNode(audio, { type, frequency: from });
    const level = new GainNode(audio, { gain: 0 });
    voice.frequency.setValueAtTime(from, at);
    voice.frequency.exponentialRampToValueAtTime(to, at + length);
    level.gain.setValueAtTime(loud, at);
    level.gain.exponentialRampToValueAtTime(0.0001, at + length);
    voice.connect(level).connect(audio.destination);
    voice.start(at);
    voice.stop(at + length);
  }

  // Noise through a filter: paper, wood, powder.
  function noise(pitch, sharp, length, loud, wait = 0) {
    const at = audio.currentTime + wait;
    const data = new AudioBuffer({ length: Math.ceil(audio.sampleRate * length), sampleRate: audio.sampleRate });
    const samples = data.getChannelData(0);
    for (let n = 0; n < samples.length; n += 1) samples[n] = Math.random() * 2 - 1;
    const source = new AudioBufferSourceNode(audio, { buffer: data });
    const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: sharp });
    const level = new GainNode(audio, { gain: loud });
    level.gain.setValueAtTime(loud, at);
    level.gain.exponentialRampToValueAtTime(0.0001, at + length);
    source.connect(filter).connect(level).connect(audio.destination);
    source.start(at);
  }

  const SOUNDS = {
    paper: () => { noise(3200, 0.6, 0.14, 0.25); noise(4800, 0.8, 0.1, 0.15, 0.09); },
    ballot: () => { noise(1500, 1.2, 0.07, 0.5); noise(900, 2, 0.09, 0.4, 0.06); },
    stamp: () => { tone("sine", 150, 45, 0.16, 0.8); noise(500, 0.8, 0.08, 0.6); },
    bell: () => { tone("sine", 1320, 1310, 0.9, 0.22); tone("sine", 2640, 2630, 0.5, 0.08); },
    shot: () => { noise(700, 0.3, 0.35, 1); tone("triangle", 220, 30, 0.3, 0.7); },
    heart: () => { for (const wait of [0, 0.25, 1, 1.25]) tone("sine", 70, 38, 0.2, 0.9, wait); },
    curtain: () => { noise(380, 0.5, 1.1, 0.35); tone("sine", 196, 98, 1.2, 0.25, 0.2); },
  };
  // The sounds of the news on the baize (data-news).
  const OF_NEWS = {
    votes: "ballot", enacted: "stamp", chaos: "stamp", executed: "shot", over: "curtain",
    power: "paper", investigated: "paper", called: "paper", peeked: "paper",
    asked: "heart", cleared: "bell", found: "stamp",
    veto: "paper", refused: "stamp", vetoed: "stamp",
    murder: "shot", arrest: "stamp", investigate: "paper", disguise: "paper", shift: "paper",
    collapse: "paper", deduce: "paper",
  };

  // A bell is also played in a background tab, because it calls people who wait.
  function play(name, isCall = false) {
    if (!SOUNDS[name] || !wants("sound") || (document.hidden && !isCall)) return;
    try {
      audio ||= new AudioContext();
      if (audio.state === "suspended") audio.resume();
      SOUNDS[name]();
      document.dispatchEvent(new CustomEvent("sound-played", { detail: name }));
    } catch {
      // no sound here
    }
  }

  function news() {
    const shown = document.querySelector("#board [data-news]")?.dataset.news || "";
    return shown.split(" ").filter(Boolean);
  }

  // One sound per beat, played when its news is shown (data-holds, as in beats.js).
  function playNews(fresh, all) {
    const holds = (document.querySelector("#board [data-news]").dataset.holds || "").split(" ");
    let wait = 0;
    for (const token of fresh.slice(0, 4)) {
      setTimeout(play, wait, OF_NEWS[token.split("-")[0]]);
      wait += Math.abs(Number(holds[all.indexOf(token)])) || 900;
    }
  }

  function look() {
    const now = news();
    const fresh = heard && now.filter((token) => !heard.includes(token));
    heard = now;
    if (fresh?.length) playNews(fresh, now);
    const owes = Boolean(document.querySelector("#decision [data-owes]"));
    if (owes && !owed) {
      if (!fresh?.length) play("bell");
      if (wants("buzz")) navigator.vibrate?.([60, 40, 60]);
    }
    owed = owes;
    const room = document.querySelector("#waiting[data-sits]");
    const count = room ? Number(room.dataset.arrived) : null;
    if (room && arrived !== null && count > arrived) play("bell", true);
    arrived = count;
    if (icon?.dataset.turn) icon.href = owes ? icon.dataset.turn : plain;
    stayAwake();
  }

  // While a match runs, and on a television always.
  async function stayAwake() {
    const runs = isScreen || (document.querySelector("#board [data-phase]") && !document.querySelector("#board [data-phase=over]"));
    if (runs && !lock && document.visibilityState === "visible" && "wakeLock" in navigator) {
      lock = "asked";
      try {
        lock = await navigator.wakeLock.request("screen");
        lock.addEventListener("release", () => { lock = null; });
      } catch {
        lock = null; // the battery is low, or the browser refuses
      }
    }
    if (!runs && lock?.release) lock.release();
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-signal]");
    if (!button) return;
    const isWanted = button.getAttribute("aria-pressed") !== "true";
    want(button.dataset.signal, isWanted);
    if (button.dataset.signal === "sound") play("bell");
    if (button.dataset.signal === "buzz" && isWanted) navigator.vibrate?.(60);
  });
  for (const kind of ["pointerdown", "keydown"]) {
    document.addEventListener(kind, () => {
      if (wants("sound")) { audio ||= new AudioContext(); audio.resume(); }
    });
  }
  document.addEventListener("visibilitychange", stayAwake);
  document.addEventListener("htmx:after:swap", look);
  document.addEventListener("DOMContentLoaded", () => {
    for (const group of document.querySelectorAll("[data-signals]")) group.hidden = false;
    mark();
    look();
  });
})();
