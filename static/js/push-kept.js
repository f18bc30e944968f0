// Checks once a day whether this device still gets notifications: browsers drop subscriptions, and
// people withdraw permissions. Changes are sent to the site.
(async () => {
  "use strict";
  const { person, post } = document.currentScript.dataset;
  const today = new Date().toDateString();
  let kept;
  try {
    kept = JSON.parse(localStorage.getItem("push"));
  } catch {
    return; // the browser stores nothing
  }
  if (kept?.person !== person || kept.looked === today || !navigator.serviceWorker) return;
  localStorage.setItem("push", JSON.stringify({ ...kept, looked: today }));

  const worker = await navigator.serviceWorker.ready;
  let found = await worker.pushManager.getSubscription();
  if (!found && Notification.permission === "granted") {
    const key = Uint8Array.from(atob(kept.key.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
    found = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  }
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const told = found
    ? { ...found.toJSON(), zone, instead_of: kept.endpoint }
    : { endpoint: kept.endpoint, is_lost: true };
  const headers = JSON.parse(document.body.getAttribute("hx-headers:inherited"));
  headers["Content-Type"] = "application/json";
  const answer = await fetch(post, { method: "POST", headers, body: JSON.stringify(told) });
  if (!answer.ok) return;
  if (found) localStorage.setItem("push", JSON.stringify({ ...kept, looked: today, endpoint: found.endpoint }));
  else localStorage.removeItem("push");
})();
