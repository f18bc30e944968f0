// Web Push on this device: the browser is asked, and the site is told where it can be reached.
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

  async function turnOn(worker) {
    const padded = buttons.dataset.key.replace(/-/g, "+").replace(/_/g, "/");
    const key = Uint8Array.from(atob(padded), (letter) => letter.charCodeAt(0));
    const wanted = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const answer = await tell({ ...wanted.toJSON(), zone });
    if (!answer.ok) throw new Error(String(answer.status));
  }

  async function turnOff(worker) {
    const wanted = await worker.pushManager.getSubscription();
    if (!wanted) return;
    await tell({ endpoint: wanted.endpoint });
    await wanted.unsubscribe();
  }

  async function begin() {
    const worker = await navigator.serviceWorker.ready;
    const known = await worker.pushManager.getSubscription();
    show(Boolean(known));
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
