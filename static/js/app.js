// The site as an app: the service worker keeps a page for when there is no connection.
"use strict";

navigator.serviceWorker?.register("/service-worker.js").catch(() => {
  // without one the browser's own page says so
});
