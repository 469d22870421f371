"use strict";

const proofPage = (() => {
  const byId = (id) => document.getElementById(id);
  const data = JSON.parse(byId("data").textContent);
  const [form, view, search, list, large] = ["filters", "view", "search", "list", "large"].map(byId);
  const boxes = (name) => [...form.querySelectorAll(`input[type=checkbox][name="${name}"]`)];
  const chosen = (name) => boxes(name).filter((box) => box.checked).map((box) => box.value);
  let cards = [];

  // Words are compared as the program does (model/words.py): no case, no accents, ligatures taken apart,
  // and only letters and digits left. Letters that Unicode does not take apart stand here.
  const APART = {
    œ: "oe", æ: "ae", ø: "o", ł: "l", đ: "d", ð: "d", ħ: "h", ŧ: "t", þ: "th", ı: "i", ß: "ss", ς: "σ",
  };
  const fold = (text) =>
    text
      .toLowerCase()
      .normalize("NFKD")
      .toLowerCase()
      .replace(/[\p{Mn}\p{Me}\p{Cf}]/gu, "")
      .replace(/[œæøłđðħŧþıßς]/g, (letter) => APART[letter])
      .replace(/[^\p{L}\p{N}\p{Mc}]+/gu, " ")
      .trim();

  // The cards, each with its item in the list. A live page calls this whenever one has changed.
  function adopt(entries) {
    const items = new Map([...list.children].map((item) => [item.dataset.id, item]));
    cards = entries.map((card) => ({
      ...card,
      element: items.get(card.id),
      words: fold([card.id, ...Object.values(card.texts)].join(" ")),
    }));
  }

  // What is chosen, as the forms have it. The address after # keeps it, so that a view can be shared.
  const languages = () => (boxes("lang").length ? chosen("lang") : named());
  const named = () => {
    const tags = new URLSearchParams(location.hash.slice(1)).get("lang")?.split(",") ?? [];
    const known = tags.filter((one) => data.languages.includes(one));
    return known.length ? known : data.shown;
  };
  const groups = () => [...new Set([...form.querySelectorAll(".group input[type=checkbox]")].map((one) => one.name))];
  const others = () => [...form.querySelectorAll(".group input:not([type=checkbox])")];
  const keyOf = (input) => input.name + (input.dataset.bound ? `.${input.dataset.bound}` : "");
  const isNarrow = matchMedia("(max-width: 760px)").matches;

  const valuesOf = (card, name) => {
    const value = { kind: card.kind, mark: card.marks }[name] ?? card.fields[name.replace("field.", "")];
    return [value ?? []].flat().map(String);
  };

  const TESTS = {
    from: (value, limit) => Number(value) >= Number(limit),
    to: (value, limit) => Number(value) <= Number(limit),
    has: (value, part) => fold(value).includes(fold(part)),
  };

  // A card matches if it has one of the values chosen in each group.
  function tests() {
    const words = fold(search.value).split(" ").filter(Boolean);
    const tests = [(card) => words.every((word) => card.words.includes(word))];
    for (const name of groups().filter((one) => !["lang", "findings"].includes(one))) {
      const values = chosen(name);
      if (values.length) {
        tests.push((card) => valuesOf(card, name).some((value) => values.includes(value)));
      }
    }
    for (const input of others().filter((one) => one.value.trim())) {
      const test = TESTS[input.dataset.bound];
      tests.push((card) => valuesOf(card, input.name).some((value) => test(value, input.value)));
    }
    if (chosen("findings").length) {
      tests.push((card) => card.findings > 0);
    }
    return tests;
  }

  function apply() {
    const wanted = tests();
    let shown = 0;
    for (const card of cards) {
      const isShown = wanted.every((test) => test(card));
      shown += isShown ? 1 : 0;
      if (card.element) {
        card.element.hidden = !isShown;
      }
    }
    const seen = languages();
    for (const figure of list.querySelectorAll("figure")) {
      figure.hidden = !seen.includes(figure.lang);
    }
    const sides = String(Math.min(seen.length, 4));
    if (list.dataset.sides !== sides) {
      list.dataset.sides = sides;
      look();
    }
    say(shown);
  }

  function say(shown) {
    byId("none").hidden = shown > 0 || !cards.length || list.hidden;
    const words = shown === cards.length ? data.words.every : data.words.count;
    const text = words.replace("{shown}", shown);
    if (byId("count").textContent !== text) {
      byId("count").textContent = text;
    }
  }

  function keep(card) {
    const state = new URLSearchParams();
    const put = (name, value, plain = "") => value !== plain && state.set(name, value);
    put("q", search.value.trim());
    for (const name of groups().filter((one) => one !== "lang")) {
      put(name, chosen(name).join(","));
    }
    for (const input of others()) {
      put(keyOf(input), input.value.trim());
    }
    put("lang", languages().join(","), data.shown.join(","));
    for (const input of settings()) {
      put(input.id, valueOf(input));
    }
    put("card", card?.id ?? "");
    const address = `#${state}`;
    if (address !== (location.hash || "#")) {
      history.replaceState(null, "", address);
    }
  }

  function recall() {
    const state = new URLSearchParams(location.hash.slice(1));
    search.value = state.get("q") ?? "";
    for (const name of groups().filter((one) => one !== "lang")) {
      const values = (state.get(name) ?? "").split(",");
      boxes(name).forEach((box) => (box.checked = values.includes(box.value)));
    }
    for (const input of others()) {
      input.value = state.get(keyOf(input)) ?? "";
    }
    for (const group of form.querySelectorAll("details.group")) {
      const isUsed = group.querySelector("input:checked") || others().some((one) => group.contains(one) && one.value);
      group.open = group.open || (isUsed && !group.querySelector("[name=lang]"));
    }
    byId("more").open = byId("more").open || others().some((one) => one.value) || groups().some((one) => one !== "lang" && chosen(one).length);
    const seen = named();
    boxes("lang").forEach((box) => (box.checked = seen.includes(box.value)));
    for (const input of settings()) {
      setValue(input, state.get(input.id) ?? "");
    }
    look();
    apply();
    const card = cards.find((one) => one.id === state.get("card"));
    if (card?.element) {
      enlarge(card);
    } else if (large.open) {
      large.close();
    }
  }

  // How cards are looked at: their size, with the screen's own millimetres, and through whose eyes.
  // Without a size of the user's, cards fill the width: whole columns of a size as near to the real one as possible.
  const settings = () => [...view.querySelectorAll("input, select")].filter((one) => one.id !== "calibration");
  let fills = true;
  const valueOf = (input) => {
    if (input.type === "checkbox") {
      return input.checked ? "1" : "";
    }
    return input.id === "size" && fills ? "" : input.value;
  };
  const setValue = (input, value) => {
    if (input.type === "checkbox") {
      input.checked = value === "1";
      return;
    }
    fills = input.id === "size" ? !value : fills;
    input.value = value;
  };

  const PIXELS = 96 / 25.4;
  const COLUMN_GAP = 28;

  function filling() {
    const style = getComputedStyle(document.documentElement);
    const sides = Number(list.dataset.sides);
    const card = (parseFloat(style.getPropertyValue("--card")) || 63) * PIXELS;
    const width = byId("cards").clientWidth;
    const sizes = [...Array(16).keys()].map(
      (more) => ((width - COLUMN_GAP * more) / (more + 1) - parseFloat(style.getPropertyValue("--gap")) * (sides - 1)) / (card * sides),
    );
    // Text is hard to read on cards that are much smaller than real: rather one large card in a row, as on a phone.
    const near = (size) => {
      const share = size / calibration();
      return share > 0 ? Math.abs(Math.log(share)) + (share < 0.85 ? 1 : 0) : Infinity;
    };
    const best = sizes.reduce((one, other) => (near(other) < near(one) ? other : one));
    // No wider than the width: a hundredth of a pixel more would be a column less.
    return Math.max(0.2, best - 0.001);
  }

  function look() {
    const style = document.documentElement.style;
    const zoom = fills ? filling() : (byId("size").value / 100) * calibration();
    if (fills) {
      byId("size").value = (100 * zoom) / calibration();
    }
    style.setProperty("--zoom", zoom);
    style.setProperty("--calibration", calibration());
    byId("size-text").textContent = `${Math.round((100 * zoom) / calibration())}\u202f%`;
    document.body.dataset.sight = byId("sight").value;
  }
  window.addEventListener("resize", () => look());

  // The calibration is that of the screen, whatever the browser's zoom. A live page has another port each time,
  // which has a storage of its own; cookies are those of all ports.
  const NAME = "deckwright-calibration";
  const isLive = location.protocol.startsWith("http");
  const stored = isLive
    ? document.cookie.match(new RegExp(`${NAME}=([\\d.]+)`))?.[1]
    : localStorage.getItem(NAME);
  const calibration = () => Number(byId("calibration").value);
  byId("calibration").value = Number(stored) ? Number(stored) / devicePixelRatio : 1;
  byId("calibration").addEventListener("input", () => {
    const value = (calibration() * devicePixelRatio).toFixed(4);
    if (isLive) {
      document.cookie = `${NAME}=${value}; path=/; max-age=31536000; SameSite=Strict`;
    } else {
      localStorage.setItem(NAME, value);
    }
    look();
  });
  function resize(value) {
    setValue(byId("size"), value);
    look();
    keep();
  }
  byId("real").addEventListener("click", () => resize("100"));
  byId("fill").addEventListener("click", () => resize(""));
  view.addEventListener("input", (event) => {
    if (event.target.id === "size") {
      resize(event.target.value);
    } else if (event.target.id !== "calibration") {
      look();
      keep();
    }
  });
  view.addEventListener("submit", (event) => event.preventDefault());

  form.addEventListener("input", (event) => {
    // One language stays: a card without any side is of no use.
    if (event.target.name === "lang" && !chosen("lang").length) {
      event.target.checked = true;
    }
    if (event.target.id !== "slash") {
      apply();
      keep();
    }
  });
  form.addEventListener("reset", () =>
    setTimeout(() => {
      apply();
      keep();
    }),
  );
  form.addEventListener("submit", (event) => event.preventDefault());
  window.addEventListener("hashchange", recall);
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    byId("cards").focus();
    byId("cards").scrollIntoView();
  });

  // One card, large.
  const visible = () => cards.filter((card) => card.element && !card.element.hidden);
  const cardOf = (node) => cards.find((card) => card.element === node.closest(".card"));
  const nameOf = (card) => card.element?.querySelector(".name");
  let current = null;

  function enlarge(card) {
    current = card;
    const sides = card.element.querySelector(".sides").cloneNode(true);
    for (const figure of sides.children) {
      const plain = document.createElement("p");
      plain.className = "plain";
      plain.textContent = card.texts[figure.lang];
      figure.append(plain);
    }
    const findings = card.element.querySelector(".findings");
    byId("large-name").lang = data.languages[0];
    byId("large-name").textContent = card.names[data.languages[0]];
    byId("large-body").replaceChildren(sides, ...(findings ? [findings.cloneNode(true)] : []));
    if (!large.open) {
      large.showModal();
      byId("close").focus();
    }
    large.scrollTop = 0;
    keep(card);
  }

  function step(by) {
    const all = visible();
    const at = all.indexOf(current);
    enlarge(all[(at + by + all.length) % all.length] ?? current);
  }

  list.addEventListener("click", (event) => {
    const isPicture = event.target.closest("figure > svg") && !String(getSelection());
    if (isPicture || event.target.closest(".name")) {
      enlarge(cardOf(event.target));
    }
  });
  large.addEventListener("click", (event) => {
    if (event.target === large) {
      large.close();
    }
  });
  large.addEventListener("close", () => {
    keep();
    if (current && !current.element.hidden) {
      nameOf(current).focus();
    }
    current = null;
  });
  byId("close").addEventListener("click", () => large.close());
  byId("previous").addEventListener("click", () => step(-1));
  byId("next").addEventListener("click", () => step(1));
  large.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by) {
      event.preventDefault();
      step(by);
    }
  });

  // From card to card by the arrow keys: along the row, or to the nearest card of the next one.
  function beside(card, key) {
    const all = visible();
    const at = all.indexOf(card);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[key];
    return to === undefined ? above(all, card, key) : all[to];
  }

  function above(all, card, key) {
    const way = { ArrowUp: -1, ArrowDown: 1 }[key];
    const own = card.element.getBoundingClientRect();
    const places = all.map((one) => [one, one.element.getBoundingClientRect()]);
    const beyond = way ? places.filter(([, place]) => way * (place.top - own.top) > 1) : [];
    const far = ([, place]) => Math.abs(place.top - own.top) * 1e4 + Math.abs(place.left - own.left);
    return beyond.sort((one, other) => far(one) - far(other))[0]?.[0];
  }

  list.addEventListener("keydown", (event) => {
    if (!event.target.matches(".name") || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) {
      return;
    }
    const card = beside(cardOf(event.target), event.key);
    if (card) {
      event.preventDefault();
      nameOf(card).focus();
    }
  });

  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.matches("input[type=search], input[type=text], input[type=number]") || large.open;
    if (event.key === "/" && !isTyping && byId("slash").checked && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      search.focus();
      search.select();
    }
  });

  byId("more").open = !isNarrow;
  adopt(data.cards);
  recall();
  const show = (id) => enlarge(cards.find((card) => card.id === id));
  return { data, adopt, apply, recall, look, show, languages, form, view, list, large, byId, current: () => current };
})();
