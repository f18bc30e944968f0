// "Copy": copies the text of the element that a button names to the clipboard.
for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = !navigator.clipboard;
}
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const source = document.getElementById(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(source.value ?? source.textContent.trim());
    button.textContent = button.dataset.done;
  } catch {
    source.select?.(); // the browser forbids it: the text is selected, to be copied by hand
  }
});
