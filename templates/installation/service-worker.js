// Keeps what is said when there is no connection, and nothing else: no page of a match, no answer.
"use strict";

const KEPT = "offline-2";
const OFFLINE = "{% url 'installation:offline' %}";
const UNSENT = `${OFFLINE}?unsent`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll([OFFLINE, UNSENT].map((page) => new Request(page, { credentials: "omit" })))));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const drop = (names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(drop).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate") return;
  const said = event.request.method === "GET" ? OFFLINE : UNSENT;
  event.respondWith(fetch(event.request).catch(() => caches.match(said)));
});

// Who looks at the table needs no notification of it.
self.addEventListener("push", (event) => {
  const { title, body, path } = event.data.json();
  const tell = (tabs) => {
    const looks = tabs.some((one) => one.visibilityState === "visible" && new URL(one.url).pathname === path);
    return looks ? null : self.registration.showNotification(title, { body, tag: path, data: path, icon: "{% url 'installation:icon' '192' %}" });
  };
  event.waitUntil(self.clients.matchAll({ type: "window" }).then(tell));
});

// A notification leads back to its table: to the open tab, if there is one.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = event.notification.data;
  const back = (tabs) => {
    const tab = tabs.find((one) => new URL(one.url).pathname === path);
    return tab ? tab.focus() : self.clients.openWindow(path);
  };
  event.waitUntil(self.clients.matchAll({ type: "window" }).then(back));
});
