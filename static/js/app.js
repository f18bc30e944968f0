// The site as an app: the service worker keeps a page for when there is no connection.
"use strict";

navigator.serviceWorker?.register("/service-worker.js").catch(() => {
  // without one the browser's own page says so
});

// Leaving a page cuts off what it still loads, which some browsers report as an error. It is passed
// on a moment later: a page that was left writes nothing, and one that stays is told.
const PASSED_ON = 500;
const late = (asked) => asked.catch((error) =>
  new Promise((_, reject) => { setTimeout(reject, PASSED_ON, error); }));
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  const send = ctx.fetch;
  ctx.fetch = async (...request) => {
    const response = await late(send(...request));
    const text = response.text.bind(response);
    response.text = () => late(text());
    return response;
  };
});
