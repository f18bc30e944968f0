// Web Push on this device: asks the browser for a subscription, and sends it to the site.
"use strict";

(() => {
  const buttons = document.getElementById("push-buttons");
  const none = document.getElementById("push-none");
  const isAble = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

  function show(isOn) {
    buttons.hidden = false;
    buttons.querySelector("[data-push=on]").hidden = isOn;
    buttons.querySelector("[data-push=off]").hidden = !isOn;
  }

  function tell(body) {
    const headers = JSON.parse(document.body.getAttribute("hx-headers:inherited"));
    headers["Content-Type"] = "application/json";
    return fetch(buttons.dataset.post, { method: "POST", headers, body: JSON.stringify(body) });
  }

  function siteKey() {
    const padded = buttons.dataset.key.replace(/-/g, "+").replace(/_/g, "/");
    return Uint8Array.from(atob(padded), (letter) => letter.charCodeAt(0));
  }

  // The site can reach a browser whose endpoint it has, and which subscribed with the current key.
  function isReached(known) {
    if (!known || !buttons.dataset.known.split(" ").includes(known.endpoint)) return false;
    return String(new Uint8Array(known.options.applicationServerKey)) === String(siteKey());
  }

  async function turnOn(worker) {
    const old = await worker.pushManager.getSubscription();
    await old?.unsubscribe(); // the browser refuses another key while the old subscription exists
    const wanted = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: siteKey() });
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const answer = await tell({ ...wanted.toJSON(), zone });
    if (!answer.ok) throw new Error(String(answer.status));
    if (old) await tell({ endpoint: old.endpoint });
    const { person, key } = buttons.dataset;
    localStorage.setItem("push", JSON.stringify({ person, key, endpoint: wanted.endpoint }));
  }

  async function turnOff(worker) {
    const wanted = await worker.pushManager.getSubscription();
    localStorage.removeItem("push");
    if (!wanted) return;
    await tell({ endpoint: wanted.endpoint });
    await wanted.unsubscribe();
  }

  async function begin() {
    const worker = await navigator.serviceWorker.ready;
    const known = await worker.pushManager.getSubscription();
    show(isReached(known));
    buttons.addEventListener("click", async (event) => {
      const what = event.target.closest("[data-push]")?.dataset.push;
      if (!what) return;
      try {
        await (what === "on" ? turnOn(worker) : turnOff(worker));
        location.reload();
      } catch {
        none.hidden = false;
      }
    });
  }

  if (isAble) begin();
  else none.hidden = false;
})();
