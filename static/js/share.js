// "Share the link": the phone's own sheet where there is one, else the clipboard.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-share]");
  if (!button) return;
  const link = { title: document.title, url: location.href.split("#")[0] };
  try {
    if (navigator.share) {
      await navigator.share(link);
    } else {
      await navigator.clipboard.writeText(link.url);
      button.textContent = button.dataset.done;
    }
  } catch {
    // Somebody closed the sheet, or the browser forbids it: the address bar has the link too.
  }
});
