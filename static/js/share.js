// "Share the link": opens the phone's share sheet if there is one, otherwise copies to the
// clipboard. A picture that the button names is included if the sheet accepts it.
async function pictureOf(address) {
  if (!address || !navigator.canShare) return [];
  const answer = await fetch(address);
  const file = new File([await answer.blob()], "table.png", { type: "image/png" });
  return answer.ok && navigator.canShare({ files: [file] }) ? [file] : [];
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-share]");
  if (!button) return;
  const link = { title: document.title, url: location.href.split("#")[0] };
  try {
    if (navigator.share) {
      const files = await pictureOf(button.dataset.picture);
      await navigator.share(files.length ? { ...link, files } : link);
    } else {
      await navigator.clipboard.writeText(link.url);
      button.textContent = button.dataset.done;
    }
  } catch {
    // The sheet was closed, or the browser forbids it: the address bar has the link, too.
  }
});
