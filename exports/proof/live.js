
// The live page: what the server tells, put in the place of what was there, with scroll, filters and focus kept.
(() => {
  const { data, byId, view, list, large, form } = proofPage;
  const sheets = { rules: new CSSStyleSheet(), fonts: new Map() };
  document.adoptedStyleSheets = [sheets.rules];
  const known = new Map();
  const rules = { cards: "", sheets: "" };
  let source = null;
  let isFirst = true;

  const asElement = (html) => {
    const template = document.createElement("template");
    template.innerHTML = html;
    return template.content.firstElementChild;
  };

  // Each font has a sheet of its own, so that no other is loaded again when one gets a letter.
  function font(name, rule) {
    if (!sheets.fonts.has(name)) {
      sheets.fonts.set(name, new CSSStyleSheet());
      document.adoptedStyleSheets.push(sheets.fonts.get(name));
    }
    sheets.fonts.get(name).replaceSync(rule);
  }

  // A card in the place of its last version; the focus stays on its name.
  function card([html, entry]) {
    known.set(entry.id, entry);
    const item = asElement(html);
    const old = list.querySelector(`[data-id="${CSS.escape(entry.id)}"]`);
    if (!old) {
      list.append(item);
      return;
    }
    const hasFocus = old.contains(document.activeElement);
    item.hidden = old.hidden;
    item.classList.toggle("fresh", !isFirst);
    old.replaceWith(item);
    if (hasFocus) {
      item.querySelector(".name").focus({ preventScroll: true });
    }
  }

  function order(ids) {
    data.order = ids;
    for (const item of [...list.children].filter((one) => !ids.includes(one.dataset.id))) {
      item.remove();
    }
  }

  function arrange() {
    let at = list.firstElementChild;
    const items = new Map([...list.children].map((item) => [item.dataset.id, item]));
    for (const item of (data.order ?? []).map((id) => items.get(id)).filter(Boolean)) {
      if (item === at) {
        at = at.nextElementSibling;
      } else {
        list.insertBefore(item, at);
      }
    }
    const entries = (data.order ?? []).map((id) => known.get(id)).filter((entry) => entry && items.has(entry.id));
    proofPage.adopt(entries);
  }

  // Filters are written anew when the game has other values; groups stay open or closed.
  function choices(html) {
    const titles = () => [...byId("choices").querySelectorAll("details")].map((one) => [one, one.querySelector("summary").textContent]);
    const before = new Map(titles().map(([group, title]) => [title, group.open]));
    byId("choices").innerHTML = html;
    for (const [group, title] of titles()) {
      group.open = before.get(title) ?? group.open;
    }
  }

  const PARTS = {
    problems: (html) => (byId("problems").innerHTML = html),
    title: (text) => (byId("title").textContent = document.title = text),
    about: (text) => (byId("about").textContent = text),
    leading: (language) => (byId("title").lang = language),
    languages: (names) => (data.languages = names),
    shown: (names) => (data.shown = names),
    words: (words) => (data.words = words),
    definitions: (html) => (byId("definitions").innerHTML = html),
    choices,
    sizes: (css) => (rules.cards = css),
    "sheet sizes": (css) => (rules.sheets = css),
    remarks: (html) => {
      const isOpen = byId("remarks").querySelector("details")?.open;
      byId("remarks").innerHTML = html;
      byId("remarks").querySelector("details")?.toggleAttribute("open", Boolean(isOpen));
    },
    backs: (html) => (byId("backs").innerHTML = html),
    order,
    cards: (items) => items.forEach(card),
    sheets: (items) => {
      for (const [number, html] of items) {
        const old = byId("sheets").children[number];
        old ? old.replaceWith(asElement(html)) : byId("sheets").append(asElement(html));
      }
    },
    "sheet count": (count) => {
      for (const item of [...byId("sheets").children].slice(count)) {
        item.remove();
      }
    },
  };

  // A definitions element takes HTML as SVG, because it is one.
  function told(parts) {
    for (const [name, value] of Object.entries(parts)) {
      if (name.startsWith("font ")) {
        font(name.slice(5), value);
      }
    }
    for (const [name, tell] of Object.entries(PARTS)) {
      if (name in parts) {
        tell(parts[name]);
      }
    }
    if ("sizes" in parts || "sheet sizes" in parts) {
      sheets.rules.replaceSync(`${rules.cards}\n${rules.sheets}`);
      proofPage.look();
    }
    if ("cards" in parts || "order" in parts) {
      arrange();
    }
    if (parts.choices || "shown" in parts) {
      restore();
    } else {
      proofPage.apply();
    }
    news(parts.cards ?? []);
    document.body.dataset.version = Number(document.body.dataset.version ?? 0) + 1;
  }

  // What was chosen before the filters were written anew; an enlarged card follows its changes.
  function restore() {
    const scroll = large.open ? large.scrollTop : 0;
    proofPage.recall();
    large.scrollTop = scroll;
    if (chosen() !== asked) {
      connect();
    }
  }

  function news(items) {
    const current = proofPage.current();
    const changed = items.map(([, entry]) => entry);
    if (current && changed.some((entry) => entry.id === current.id)) {
      const scroll = large.scrollTop;
      proofPage.show(current.id);
      large.scrollTop = scroll;
    }
    if (!isFirst && changed.length) {
      byId("news").textContent = changed.map((entry) => entry.names[data.shown[0]]).slice(0, 5).join(", ");
    }
  }

  // The server draws what is chosen: languages, boxes, little ink, a sheet.
  let asked = null;
  const isOn = (id) => byId(id).checked;

  function chosen() {
    const state = new URLSearchParams();
    const seen = proofPage.languages();
    if (seen?.length) {
      state.set("lang", seen.join(","));
    }
    for (const id of ["boxes", "low-ink"].filter(isOn)) {
      state.set(id, "1");
    }
    for (const id of byId("sheet").value ? ["sheet", "duplex"] : []) {
      state.set(id, byId(id).value);
    }
    return String(state);
  }

  function connect() {
    asked = chosen();
    isFirst = true;
    source?.close();
    const isSheet = Boolean(byId("sheet").value);
    byId("sheets").hidden = byId("duplex").parentElement.hidden = !isSheet;
    list.hidden = isSheet;
    byId("sheets").replaceChildren();
    source = new EventSource(`events?${asked}`);
    source.onmessage = (event) => {
      const { parts, done } = JSON.parse(event.data);
      told(parts);
      isFirst = isFirst && !done;
      document.body.dataset.done = done;
    };
    source.onopen = () => (byId("lost").textContent = "");
    source.onerror = () => (byId("lost").textContent = byId("lost").dataset.text);
  }

  // The card in sight is drawn first when all are drawn again.
  let pause = null;
  document.addEventListener("scroll", () => {
    clearTimeout(pause);
    pause = setTimeout(() => {
      const first = [...list.children].find((item) => !item.hidden && item.getBoundingClientRect().bottom > 0);
      if (first) {
        fetch(`at/${encodeURIComponent(first.dataset.id)}`).catch(() => {});
      }
    }, 150);
  });

  for (const one of [form, view]) {
    one.addEventListener("input", () => {
      if (chosen() !== asked) {
        connect();
      }
    });
    one.addEventListener("reset", () => setTimeout(() => chosen() !== asked && connect(), 10));
  }
  window.addEventListener("hashchange", () => chosen() !== asked && connect());
  connect();
})();
