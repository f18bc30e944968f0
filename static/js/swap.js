// Exchange two players: press the hand beside one, then beside the other. Without script the two
// lists below do the same.
const form = document.querySelector("[data-swap]");
const picks = form ? [...document.querySelectorAll("[data-chair]")] : [];
for (const button of picks) button.hidden = false;

function chosen() {
  return [form.elements.one.value, form.elements.other.value];
}

function mark() {
  for (const button of picks) {
    button.setAttribute("aria-pressed", String(chosen().includes(button.dataset.chair)));
  }
}

document.addEventListener("click", (event) => {
  const button = form && event.target.closest("[data-chair]");
  if (!button) return;
  const { one, other } = form.elements;
  const key = button.dataset.chair;
  if (one.value === key) one.value = "";
  else if (!one.value) one.value = key;
  else other.value = other.value === key ? "" : key;
  mark();
  if (one.value && other.value) {
    const next = form.querySelector("textarea") || form.querySelector("button");
    next.focus();
    form.scrollIntoView({ block: "center" });
  }
});
form?.addEventListener("change", mark);
