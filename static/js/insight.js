// Shows the moments of an insight one by one without reloading the page. Without this file every
// moment is still a link to the replay, and every number is in a table.
(() => {
  "use strict";
  const MANY = 10; // rows; if there are more, those that are ruled out are hidden
  const root = document.querySelector("[data-insight]");
  if (!root) return;

  const moments = JSON.parse(document.getElementById("moments").textContent);
  const slider = document.getElementById("moment");
  const one = (name) => root.querySelector(`[data-${name}]`);
  let current = Number(root.dataset.current);

  function show(at) {
    current = Math.max(0, Math.min(moments.length - 1, at));
    const moment = moments[current];
    slider.value = String(current);
    slider.setAttribute("aria-valuetext", `${moment.chapter}: ${moment.words}`);
    one("chapter").textContent = moment.chapter;
    one("words").textContent = moment.words;
    one("place").textContent = String(current + 1);
    one("findings").replaceChildren(...moment.findings.map((text) => {
      const item = document.createElement("li");
      item.textContent = text;
      return item;
    }));
    document.querySelectorAll("[data-seen]").forEach((link) => { link.href = moment.address; });
    root.querySelectorAll("[data-cursor]").forEach((path) => path.setAttribute("d", `M${moment.x} 0V100`));
    root.querySelectorAll("[data-row]").forEach((row) => judge(row, moment));
  }

  function judge(row, moment) {
    const cells = moment.rows[Number(row.dataset.row)] ?? [];
    row.querySelectorAll("td").forEach((cell, column) => {
      const [width, text, certain, isTrue] = cells[column] ?? [0, "", false, false];
      cell.querySelector(".judged-share").setAttribute("width", width);
      cell.querySelector(".judged-text").textContent = text;
      cell.classList.toggle("certain", certain);
      cell.classList.toggle("true", isTrue);
    });
    row.hidden = moment.rows.length > MANY && cells.every(([width, , certain]) => certain && !width);
  }

  slider.addEventListener("input", () => show(Number(slider.value)));
  root.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]");
    if (button) show(current + Number(button.dataset.step));
  });
  root.addEventListener("pointerover", (event) => {
    const band = event.target.closest("[data-moment]");
    if (band && event.pointerType === "mouse") show(Number(band.dataset.moment));
    const name = event.target.closest(".curve-name");
    root.querySelectorAll(".picked").forEach((line) => line.classList.remove("picked"));
    if (name) {
      const lines = name.closest(".curve-drawing").querySelector(`.curve[data-curve="${name.dataset.curve}"]`);
      lines?.classList.add("picked");
    }
  });

  root.querySelectorAll("[hidden]:not(tr)").forEach((element) => { element.hidden = false; });
  show(current);
})();
