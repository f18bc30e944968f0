/* Shows times in the reader's time zone: without this file they are in UTC, and marked as such. */
"use strict";

(() => {
  const page = document.documentElement.lang;
  const language = page === "en" ? "en-GB" : page;
  const day = new Intl.DateTimeFormat(language, { dateStyle: page === "en" ? "medium" : "long" });
  const near = new Intl.DateTimeFormat(language, { day: "numeric", month: "short" });
  const clock = new Intl.DateTimeFormat(language, {
    hour: page === "ja" ? "numeric" : "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });

  const weekday = new Intl.DateTimeFormat(language, {
    weekday: page === "ja" ? "short" : "long", day: "numeric", month: "long",
  });

  // "Today" depends on the time zone: the day's name, for today and tomorrow.
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });

  function dayOf(at) {
    const days = Math.round((new Date(at).setHours(12, 0, 0) - new Date().setHours(12, 0, 0)) / 86400000);
    if (days < 0 || days > 1) return weekday.format(at);
    const name = relative.format(days, "day");
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  }

  function written(at, form) {
    if (form === "date") return day.format(at);
    if (form === "day") return near.format(at);
    if (form === "time") return clock.format(at);
    const date = form === "soon" ? dayOf(at) : (form === "moment" ? weekday : day).format(at);
    return date + (page === "ja" ? " " : ", ") + clock.format(at);
  }

  function set() {
    for (const time of document.querySelectorAll("time[data-form]")) {
      const text = written(new Date(time.dateTime), time.dataset.form);
      if (time.textContent !== text) time.textContent = text;
    }
  }

  // The browser's time zone: sent with joining or creating a league, and selected in forms.
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
  for (const field of document.querySelectorAll("[data-zone-guess]")) {
    const fits = (one) => one.value === here || one.dataset.also?.split(" ").includes(here);
    const option = [...field.options ?? []].find(fits);
    if (option) option.selected = true;
    else if (!field.options) field.value = here;
  }

  // Add the zones' names in the reader's language to a list, once it is used.
  function nameZones(list) {
    for (const option of list.options) {
      if (!option.value.includes("/") || option.dataset.named) continue;
      option.dataset.named = "yes";
      const parts = new Intl.DateTimeFormat(language, { timeZone: option.value, timeZoneName: "longGeneric" });
      const name = parts.formatToParts().find(({ type }) => type === "timeZoneName")?.value;
      if (name) option.text += ` · ${name}`;
    }
  }

  for (const list of document.querySelectorAll("select[data-zones]")) {
    for (const kind of ["focus", "pointerdown"]) list.addEventListener(kind, () => nameZones(list), { once: true });
  }

  document.addEventListener("htmx:after:swap", set);
  set();
})();
