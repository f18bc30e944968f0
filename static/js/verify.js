// Repeats every draw of a finished match, from its record only, with WebCrypto. The algorithm is
// described on the page about fairness; the record has the seed, the entropy and the deal.
(() => {
  "use strict";
  const bytes = (text) => new TextEncoder().encode(text);
  const fromHex = (hex) => Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));
  const toHex = (data) => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");

  function joined(...parts) {
    const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }

  function bigEndian(number, size) {
    const out = new Uint8Array(size);
    for (let at = size - 1; number > 0; at -= 1) {
      out[at] = number % 256;
      number = Math.floor(number / 256);
    }
    return out;
  }

  async function hmac(key, message) {
    const usage = { name: "HMAC", hash: "SHA-256" };
    const imported = await crypto.subtle.importKey("raw", key, usage, false, ["sign"]);
    return new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));
  }

  async function commitment(seed) {
    const message = joined(bytes("cabinet-noir commitment 1\n"), seed);
    return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", message)));
  }

  // The seed mixed with each seat's entropy, in the order of the seats.
  function streamKey(seed, entropy) {
    const seats = entropy.flatMap((text) => [bigEndian(bytes(text).length, 4), bytes(text)]);
    return hmac(seed, joined(bytes("cabinet-noir entropy 1\n"), ...seats));
  }

  // The numbers of one label: four bytes each, of HMAC(key, label 0 counter) for counter 0, 1, 2 ...
  async function* words(key, label) {
    for (let counter = 0; ; counter += 1) {
      const block = await hmac(key, joined(bytes(label), bigEndian(0, 1), bigEndian(counter, 8)));
      const view = new DataView(block.buffer);
      for (let at = 0; at < block.length; at += 4) yield view.getUint32(at);
    }
  }

  async function below(stream, limit) {
    const fair = Math.floor(2 ** 32 / limit) * limit;
    for (;;) {
      const { value } = await stream.next();
      if (value < fair) return value % limit;
    }
  }

  async function shuffled(stream, items) {
    const order = [...items];
    for (let last = order.length - 1; last > 0; last -= 1) {
      const other = await below(stream, last + 1);
      [order[last], order[other]] = [order[other], order[last]];
    }
    return order;
  }

  // The result of a draw, and the deal in the record: a grid row by row.
  async function check(key, draw, record) {
    const stream = words(key, draw.label);
    const given = draw.limit ? await below(stream, draw.limit) : await shuffled(stream, draw.items);
    const dealt = draw.field ? record.setup[draw.field]
      : draw.label.startsWith("deck/") ? record.shuffles[draw.index] : record.draws[draw.index].result;
    return JSON.stringify(given) === JSON.stringify(Array.isArray(dealt) ? dealt.flat() : dealt);
  }

  async function verify(record, draws) {
    const seed = fromHex(record.seed);
    const found = new Map([["commitment", (await commitment(seed)) === record.commitment]]);
    const key = await streamKey(seed, record.entropy);
    for (const draw of draws) found.set(draw.label, await check(key, draw, record));
    return found;
  }

  const button = document.querySelector("[data-verify]");
  button?.addEventListener("click", async () => {
    const verdict = document.getElementById("verdict");
    const say = button.dataset;
    if (!window.crypto?.subtle) {
      verdict.textContent = say.missing;
      return;
    }
    let record;
    try {
      const answer = await fetch(say.verify);
      if (!answer.ok) throw new Error(answer.status);
      record = await answer.json();
    } catch {
      verdict.textContent = say.lost;
      return;
    }
    const found = await verify(record, JSON.parse(document.getElementById("draws").textContent));
    for (const cell of document.querySelectorAll("[data-label]")) {
      const fine = found.get(cell.dataset.label);
      cell.textContent = fine ? say.ok : say.differs;
      cell.className = `badge ${fine ? "press" : "wax"}`;
    }
    verdict.textContent = [...found.values()].every(Boolean) ? say.all : say.some;
  });
})();
