// The site as an app: the service worker caches a page for use without a connection.
"use strict";

navigator.serviceWorker?.register("/service-worker.js").catch(() => {
  // without a service worker the browser shows its own offline page
});

// Leaving a page aborts its open requests, which some browsers report as errors. Errors are passed
// on a moment later: a page that was left logs nothing, and one that stays gets the error.
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
