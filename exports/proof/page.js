"use strict";

(() => {
  const byId = (id) => document.getElementById(id);
  const data = JSON.parse(byId("data").textContent);
  const form = byId("filters");
  const search = byId("search");
  const list = byId("list");
  const large = byId("large");
  const cards = data.cards.map((card, number) => ({ ...card, element: list.children[number] }));
  const boxes = (name) => [...form.querySelectorAll(`input[name="${name}"]`)];
  const chosen = (name) => boxes(name).filter((box) => box.checked).map((box) => box.value);

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
  for (const card of cards) {
    card.words = fold([card.id, ...Object.values(card.texts)].join(" "));
  }

  // What is chosen, as the form has it. The address after # keeps it, so that a view can be shared.
  const GROUPS = ["kind", "mark"];
  const languages = () => (boxes("lang").length ? chosen("lang") : data.languages);

  function shows(card, words, kinds, marks, onlyFindings) {
    return (
      words.every((word) => card.words.includes(word)) &&
      (!kinds.length || kinds.includes(card.kind)) &&
      (!marks.length || marks.some((mark) => card.marks.includes(mark))) &&
      (!onlyFindings || card.findings > 0)
    );
  }

  function apply() {
    const words = fold(search.value).split(" ").filter(Boolean);
    const [kinds, marks] = GROUPS.map(chosen);
    const onlyFindings = chosen("findings").length > 0;
    let shown = 0;
    for (const card of cards) {
      card.element.hidden = !shows(card, words, kinds, marks, onlyFindings);
      shown += card.element.hidden ? 0 : 1;
    }
    const seen = languages();
    for (const figure of list.querySelectorAll("figure")) {
      figure.hidden = !seen.includes(figure.lang);
    }
    list.dataset.sides = Math.min(seen.length, 4);
    say(shown);
  }

  function say(shown) {
    byId("none").hidden = shown > 0;
    const text = data.words.count.replace("{shown}", shown).replace("{total}", cards.length);
    if (byId("count").textContent !== text) {
      byId("count").textContent = text;
    }
  }

  function keep(card) {
    const state = new URLSearchParams();
    if (search.value.trim()) {
      state.set("q", search.value.trim());
    }
    for (const name of [...GROUPS, "findings"]) {
      if (chosen(name).length) {
        state.set(name, chosen(name).join(","));
      }
    }
    if (languages().length < data.languages.length) {
      state.set("lang", languages().join(","));
    }
    if (card) {
      state.set("card", card.id);
    }
    const address = `#${state}`;
    if (address !== (location.hash || "#")) {
      history.replaceState(null, "", address);
    }
  }

  function recall() {
    const state = new URLSearchParams(location.hash.slice(1));
    search.value = state.get("q") ?? "";
    for (const name of [...GROUPS, "findings"]) {
      const values = (state.get(name) ?? "").split(",");
      boxes(name).forEach((box) => (box.checked = values.includes(box.value)));
    }
    const seen = (state.get("lang") ?? "").split(",").filter((one) => data.languages.includes(one));
    boxes("lang").forEach((box) => (box.checked = !seen.length || seen.includes(box.value)));
    apply();
    const card = cards.find((one) => one.id === state.get("card"));
    if (card) {
      enlarge(card);
    } else if (large.open) {
      large.close();
    }
  }

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
  const visible = () => cards.filter((card) => !card.element.hidden);
  const cardOf = (node) => cards[[...list.children].indexOf(node.closest(".card"))];
  const nameOf = (card) => card.element.querySelector(".name");
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
    const isTyping = event.target.matches("input[type=search]") || large.open;
    if (event.key === "/" && !isTyping && byId("slash").checked && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      search.focus();
      search.select();
    }
  });

  recall();
})();
