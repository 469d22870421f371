"use strict";
// A table is its beginning and a list of moves. Every page applies the same moves in the same order, so all show the same table.
const data = JSON.parse(document.getElementById("data").textContent);
const words = data.words;
const byId = (id) => document.getElementById(id);
const zoneOf = new Map(data.zones.map((zone) => [zone.id, zone]));
const log = [];
const done = [];
const changing = new Set(["move", "flip", "turn", "shuffle", "count"]);
let state = begin();
let seat = 0;

function begin() {
  const cards = new Map();
  const zones = new Map();
  for (const zone of data.zones) {
    zones.set(zone.id, zone.cards.map((copy) => copy.id));
    for (const copy of zone.cards) cards.set(copy.id, { ...copy, up: zone.open || zone.shape === "hand", turned: false });
  }
  return { cards, zones, counts: new Map() };
}

// Numbers that look random and follow from a seed (mulberry32), so that a shuffle is the same on every page.
function random(seed) {
  let at = seed >>> 0;
  return () => {
    at = (at + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(at ^ (at >>> 15), at | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

// What each move does; a move that no longer fits the table, because somebody else was faster, does nothing.
const rules = {
  move(table, { card, from, to, bottom }) {
    const source = table.zones.get(from);
    const target = table.zones.get(to);
    const place = source ? source.indexOf(card) : -1;
    if (place < 0 || !target) return false;
    source.splice(place, 1);
    if (bottom || zoneOf.get(to).shape !== "pile") target.push(card);
    else target.unshift(card);
    const copy = table.cards.get(card);
    copy.up = zoneOf.get(to).open || zoneOf.get(to).shape === "hand";
    copy.turned = false;
    return true;
  },
  flip(table, { card }) {
    const copy = table.cards.get(card);
    if (copy) copy.up = !copy.up;
    return Boolean(copy);
  },
  turn(table, { card }) {
    const copy = table.cards.get(card);
    if (copy) copy.turned = !copy.turned;
    return Boolean(copy);
  },
  shuffle(table, { zone, seed }) {
    const cards = table.zones.get(zone);
    if (!cards || !Number.isInteger(seed)) return false;
    const chance = random(seed);
    for (let last = cards.length - 1; last > 0; last--) {
      const other = Math.floor(chance() * (last + 1));
      [cards[last], cards[other]] = [cards[other], cards[last]];
    }
    return true;
  },
  count(table, { seat: whose, by }) {
    if (!Number.isInteger(by) || !(whose >= 1 && whose <= data.seats)) return false;
    table.counts.set(whose, (table.counts.get(whose) || 0) + by);
    return true;
  },
  roll: (_, { result }) => Number.isInteger(result),
  look: (table, { zone }) => table.zones.has(zone),
};

function applied(table, move) {
  return Object.hasOwn(rules, move.type) && rules[move.type](table, move);
}

// Undo takes back the last move that changed the table.
function undo() {
  done.pop();
  state = begin();
  for (const move of done) applied(state, move);
}

function take(move) {
  log.push(move);
  let isDone = true;
  if (move.type === "undo") undo();
  else isDone = applied(state, move);
  if (isDone && changing.has(move.type)) done.push(move);
  const text = isDone ? said(move) : words.late;
  byId("said").textContent = text;
  const item = document.createElement("li");
  item.textContent = text;
  byId("moves").prepend(item);
  showSoon();
}

// Moves go to the server, which puts them in order for all pages; without a server, they are made at once.
async function make(move) {
  const whole = { ...move, by: seat };
  if (!data.live) return take(whole);
  const body = JSON.stringify(whole);
  try {
    const answer = await fetch("moves", { method: "POST", headers: { "content-type": "application/json" }, body });
    if (!answer.ok) byId("said").textContent = words.refused;
  } catch {
    byId("said").textContent = words.away;
  }
}

function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function player(whose) {
  return whose ? fill(words.seat, { seat: whose }) : words.everybody;
}

function hidden(card) {
  const copy = state.cards.get(card);
  const zone = zoneOf.get(where(card));
  return zone.shape === "hand" ? seat !== zone.seat && seat !== 0 : !copy.up;
}

function where(card) {
  return data.zones.find((zone) => state.zones.get(zone.id).includes(card)).id;
}

function nameOf(card) {
  return hidden(card) ? words.hidden : data.names[state.cards.get(card).card];
}

function label(zone) {
  return zone.seat ? fill(words.zone, { zone: zone.name, seat: player(zone.seat) }) : zone.name;
}

function said(move) {
  const values = { who: player(move.by), zone: "", card: "", by: move.by, result: move.result };
  if (move.card) values.card = nameOf(move.card);
  if (move.to) values.zone = label(zoneOf.get(move.to));
  if (move.zone) values.zone = label(zoneOf.get(move.zone));
  if (move.type === "count") values.result = state.counts.get(move.seat);
  return fill(words[move.type] || "", values);
}

// The page.

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function button(text, action) {
  return element("button", { type: "button", textContent: text, onclick: action });
}

// A button of a zone or seat: screen readers say which one, and it keeps the focus when the table is shown anew.
function toolOf(place, key, text, name, action) {
  const made = button(text, action);
  made.setAttribute("aria-label", `${name}: ${place}`);
  made.dataset.key = `${key} ${place}`;
  return made;
}

function picture(card, className = "") {
  const copy = state.cards.get(card);
  const side = hidden(card) ? data.backs[copy.card] : data.fronts[copy.card];
  const width = className ? {} : { width: Math.min(data.widths[side], 420) };
  return element("img", { src: data.pictures[side], alt: "", className, ...width });
}

function shownCard(card) {
  const made = element("button", { type: "button", className: "card", draggable: true }, picture(card));
  const isTurned = state.cards.get(card).turned;
  made.setAttribute("aria-label", isTurned ? `${nameOf(card)}, ${words.turned}` : nameOf(card));
  made.title = nameOf(card);
  made.dataset.card = made.dataset.key = card;
  made.classList.toggle("turned", isTurned);
  made.onclick = () => cardMenu(card);
  made.ondragstart = (event) => event.dataTransfer.setData("text/plain", card);
  made.onkeydown = (event) => {
    const keys = { f: "flip", t: "turn" };
    if (keys[event.key]) make({ type: keys[event.key], card });
  };
  return made;
}

function shownZone(zone) {
  const cards = state.zones.get(zone.id);
  const made = element("section", { className: "zone" });
  made.dataset.zone = zone.id;
  made.setAttribute("aria-label", label(zone));
  const count = element("span", { className: "count", textContent: cards.length });
  const shown = zone.shape === "pile" ? cards.slice(0, 1) : cards;
  made.append(
    element("h3", {}, zone.name, count),
    element("div", { className: "cards" }, ...shown.map(shownCard)),
  );
  const tools = element("div", { className: "tools" });
  const tool = (key, text, action) => toolOf(label(zone), key, text, text, action);
  const hand = data.zones.find((other) => other.shape === "hand" && other.seat === (zone.seat || seat));
  if (zone.shape === "pile" && cards.length) {
    if (hand) {
      tools.append(tool("draw", words.draw, () => make({ type: "move", card: cards[0], from: zone.id, to: hand.id })));
    }
    tools.append(tool("look", words.look_at, () => lookAt(zone)));
  }
  if (zone.shape !== "row" && cards.length > 1) {
    const seed = () => Math.floor(Math.random() * 2 ** 31);
    tools.append(tool("shuffle", words.shuffle_it, () => make({ type: "shuffle", zone: zone.id, seed: seed() })));
  }
  made.append(tools);
  made.ondragover = (event) => {
    event.preventDefault();
    made.classList.add("over");
  };
  made.ondragleave = () => made.classList.remove("over");
  made.ondrop = (event) => {
    event.preventDefault();
    made.classList.remove("over");
    const card = event.dataTransfer.getData("text/plain");
    if (state.cards.has(card)) make({ type: "move", card, from: where(card), to: zone.id });
  };
  return made;
}

function shownArea(whose) {
  const made = element("section", { className: "area" }, element("h2", { textContent: whose ? player(whose) : words.table }));
  made.classList.toggle("mine", whose > 0 && whose === seat);
  if (whose) {
    const count = (by) => () => make({ type: "count", seat: whose, by });
    const less = toolOf(player(whose), "less", "−", words.less, count(-1));
    const more = toolOf(player(whose), "more", "+", words.more, count(1));
    made.firstChild.append(" ", less, ` ${state.counts.get(whose) || 0} `, more);
  }
  made.append(...data.zones.filter((zone) => zone.seat === whose).map(shownZone));
  return made;
}

// Many moves that come at once, to a page that was away, are shown once.
let waiting = 0;
function showSoon() {
  waiting ||= setTimeout(show);
}

function show() {
  waiting = 0;
  const focused = document.activeElement?.dataset?.key;
  const seats = Array.from({ length: data.seats }, (_, number) => number + 1);
  const order = seat ? [seat, ...seats.filter((other) => other !== seat)] : seats;
  byId("table").replaceChildren(...[0, ...order].map(shownArea));
  if (focused) document.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

function choose(...choices) {
  return element("div", { className: "choices" }, ...choices);
}

function open(title, ...body) {
  byId("menu-title").textContent = title;
  byId("menu-body").replaceChildren(...body);
  if (!byId("menu").open) byId("menu").showModal();
}

function act(move) {
  byId("menu").close();
  make(move);
}

function cardMenu(card) {
  const from = where(card);
  const others = data.zones.filter((zone) => zone.id !== from);
  const moves = others.map((zone) => button(label(zone), () => act({ type: "move", card, from, to: zone.id })));
  const piles = data.zones.filter((zone) => zone.shape === "pile");
  const below = piles.map((zone) =>
    button(label(zone), () => act({ type: "move", card, from, to: zone.id, bottom: true })),
  );
  const text = hidden(card) ? "" : data.texts[state.cards.get(card).card];
  open(
    nameOf(card),
    picture(card, "large"),
    element("p", { textContent: text }),
    choose(button(words.flip_it, () => act({ type: "flip", card })), button(words.turn_it, () => act({ type: "turn", card }))),
    element("h3", { textContent: words.move_to }),
    choose(...moves),
    element("h3", { textContent: words.below }),
    choose(...below),
  );
}

function lookAt(zone) {
  make({ type: "look", zone: zone.id });
  const rows = state.zones.get(zone.id).map((card) => button(data.names[state.cards.get(card).card], () => cardMenu(card)));
  open(label(zone), choose(...rows));
}

function saveLog() {
  const zones = Object.fromEntries(
    data.zones.map((zone) => [zone.id, state.zones.get(zone.id).map((card) => state.cards.get(card).card)]),
  );
  const text = JSON.stringify({ table: data.about, moves: log, zones }, null, 1);
  const link = element("a", { href: `data:application/json,${encodeURIComponent(text)}`, download: "table.json" });
  link.click();
}

async function loadLog(event) {
  let saved = {};
  try {
    saved = JSON.parse(await event.target.files[0].text());
  } catch {
    // Not JSON: the log of no table.
  }
  if (JSON.stringify(saved?.table) !== JSON.stringify(data.about) || !Array.isArray(saved.moves)) {
    byId("said").textContent = words.other;
    return;
  }
  log.length = done.length = 0;
  byId("moves").replaceChildren();
  state = begin();
  saved.moves.forEach(take);
}

for (let number = 0; number <= data.seats; number++) {
  byId("seat").append(element("option", { value: number, textContent: player(number) }));
}
byId("seat").onchange = (event) => {
  seat = Number(event.target.value);
  show();
};
byId("undo").onclick = () => make({ type: "undo" });
byId("roll").onclick = () => make({ type: "roll", result: 1 + Math.floor(Math.random() * 6) });
byId("save").onclick = saveLog;
byId("load").onchange = loadLog;
byId("load-label").hidden = data.live;
show();
if (data.live) {
  // A page that was away asks for the moves after the last that it has: the browser sends its number.
  const events = new EventSource("events");
  events.onmessage = (event) => {
    if (Number(event.lastEventId) === log.length + 1) take(JSON.parse(event.data));
  };
  events.onopen = () => {
    byId("said").textContent = "";
  };
  events.onerror = () => {
    byId("said").textContent = events.readyState === EventSource.CLOSED ? words.closed : words.away;
  };
}
