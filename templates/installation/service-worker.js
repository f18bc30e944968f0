{% load i18n static %}{% get_current_language as LANGUAGE_CODE %}// Keeps what is said when there is no connection, and nothing else: no page of a match, no answer.
// It contains the language: a change of language on the site gives a new worker with a new cache.
"use strict";

const OFFLINE = "{% url 'installation:offline' %}?lang={{ LANGUAGE_CODE }}";
const UNSENT = `${OFFLINE}&unsent`;
const LOOK = ["{% static 'css/tokens.css' %}", "{% static 'css/pages/offline.css' %}", "{% static 'js/theme.js' %}"];
const KEPT = "offline-3-{{ LANGUAGE_CODE }}";

self.addEventListener("install", (event) => {
  const wanted = [OFFLINE, UNSENT, ...LOOK].map((page) => new Request(page, { credentials: "omit" }));
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(wanted)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const drop = (names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(drop).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const looks = LOOK.includes(new URL(event.request.url).pathname);
  if (event.request.mode !== "navigate" && !looks) return;
  const said = looks ? event.request.url : event.request.method === "GET" ? OFFLINE : UNSENT;
  event.respondWith(fetch(event.request).catch(() => caches.match(said)));
});

// Every message is shown, because a browser that hides some loses its subscription. People who are
// looking at the table are not disturbed.
self.addEventListener("push", (event) => {
  const { title, body, path } = event.data.json();
  const tell = (tabs) => {
    const looks = tabs.some((one) => one.visibilityState === "visible" && new URL(one.url).pathname === path);
    const how = { tag: path, renotify: !looks, silent: looks };
    return self.registration.showNotification(title, { body, data: path, icon: "{% url 'installation:icon' '192' %}", ...how });
  };
  event.waitUntil(self.clients.matchAll({ type: "window" }).then(tell));
});

// The push service has given this browser a new endpoint. The old one identifies it.
self.addEventListener("pushsubscriptionchange", (event) => {
  const renew = async ({ endpoint, options }) => {
    const wanted = { userVisibleOnly: true, applicationServerKey: options.applicationServerKey };
    const found = event.newSubscription || await self.registration.pushManager.subscribe(wanted);
    const body = JSON.stringify({ ...found.toJSON(), instead_of: endpoint });
    await fetch("{% url 'push:renewed' %}", { method: "POST", headers: { "Content-Type": "application/json" }, body });
  };
  if (event.oldSubscription) event.waitUntil(renew(event.oldSubscription));
});

// A notification leads to its table: to the open tab, if there is one.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = event.notification.data;
  const back = (tabs) => {
    const tab = tabs.find((one) => new URL(one.url).pathname === path);
    return tab ? tab.focus() : self.clients.openWindow(path);
  };
  event.waitUntil(self.clients.matchAll({ type: "window" }).then(back));
});
