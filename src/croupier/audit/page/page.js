"use strict";
// Steps through the disputed games. Text from a log only ever becomes text: nothing here parses HTML.

const games = JSON.parse(document.getElementById("data").textContent);
const CARD = /^(10|[2-9TJQKA])[CDSBH][12]?$/;

function make(tag, parent, text, kind) {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (kind) element.className = kind;
  if (parent) parent.append(element);
  return element;
}

function words(value) {
  if (Array.isArray(value)) return value.map((item) => (nested(item) ? `(${words(item)})` : words(item))).join(" ");
  if (value === null) return "–";
  if (value === true) return "yes";
  if (value === false) return "no";
  if (typeof value === "object") return Object.entries(value).map(([name, item]) => `${name}: ${words(item)}`).join("; ");
  return String(value);
}

const nested = (value) => value !== null && typeof value === "object";
const cardsIn = (value) => Array.isArray(value) && value.length > 0 && value.every((item) => CARD.test(item));

function showCards(parent, cards) {
  const row = make("div", parent, undefined, "cards");
  for (const card of cards) make("span", row, card, /^.+[DH][12]?$/.test(card) ? "card red" : "card");
}

function showValue(parent, value) {
  if (cardsIn(value)) showCards(parent, value);
  else parent.textContent = words(value);
}

function showHands(parent, game, step) {
  const hands = step.view.hands || {};
  const list = make("div", parent, undefined, "hands");
  for (const [seat, cards] of Object.entries(hands)) {
    const box = make("div", list, undefined, Number(seat) === step.to_act ? "hand turn" : "hand");
    const name = game.seats[Number(seat)] || "";
    make("h4", box, `Seat ${seat}, ${name}${Number(seat) === step.to_act ? " (to act)" : ""}`);
    if (cardsIn(cards)) showCards(box, cards);
    else make("span", box, words(cards) || "no cards", "hint");
  }
}

function showTable(parent, game, step) {
  parent.replaceChildren();
  if (!step.view) return;
  showHands(parent, game, step);
  const rest = make("dl", parent, undefined, "rest");
  const fields = Object.entries(step.view).filter(([name]) => name !== "hands");
  if (step.legal && step.legal.length) fields.push(["legal", step.legal.join(", ")]);
  for (const [name, value] of fields) {
    make("dt", rest, name.replaceAll("_", " "));
    showValue(make("dd", rest), value);
  }
}

function showSaid(parent, step) {
  parent.replaceChildren();
  for (const text of step.text) make("p", parent, text);
  for (const text of step.findings) make("p", parent, text, "flag");
  for (const text of step.why || []) make("p", parent, text, "hint");
}

function button(parent, text, label, act) {
  const made = make("button", parent, text);
  made.type = "button";
  made.setAttribute("aria-label", label);
  made.addEventListener("click", act);
  return made;
}

function player(section, game) {
  const box = section.querySelector(".player");
  const last = game.steps.length - 1;
  const wrong = game.steps.flatMap((step, index) => (step.findings.length ? [index] : []));
  let at = wrong.length ? wrong[0] : 0;

  const controls = make("div", box, undefined, "controls");
  const first = button(controls, "|←", "First line", () => go(0));
  const back = button(controls, "←", "Line before", () => go(at - 1));
  const next = button(controls, "→", "Next line", () => go(at + 1));
  const end = button(controls, "→|", "Last line", () => go(last));
  const slider = make("input", controls);
  Object.assign(slider, { type: "range", min: 0, max: last });
  slider.setAttribute("aria-label", `Line of the log of ${game.name}`);
  slider.addEventListener("input", () => go(Number(slider.value)));
  if (wrong.length) button(controls, "Next finding", "Next line with a finding", () => go(wrong.find((index) => index > at) ?? wrong[0]));
  const place = make("span", controls, undefined, "place");
  make("p", box, "Arrow keys step while a button here has the focus.", "hint");
  const said = make("div", box, undefined, "said");
  said.setAttribute("aria-live", "polite");
  const table = make("div", box, undefined, "table");

  controls.addEventListener("keydown", (event) => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (to === undefined || event.target === slider) return;
    event.preventDefault();
    go(to);
  });

  function go(to) {
    at = Math.max(0, Math.min(last, to));
    const step = game.steps[at];
    slider.value = at;
    slider.setAttribute("aria-valuetext", `line ${step.line}`);
    place.textContent = `line ${step.line} of ${game.steps[last].line}`;
    // Not "disabled": a button that is would lose the focus, and with it the arrow keys.
    for (const each of [first, back]) each.ariaDisabled = String(at === 0);
    for (const each of [next, end]) each.ariaDisabled = String(at === last);
    showSaid(said, step);
    showTable(table, game, step);
  }
  go(at);
}

for (const section of document.querySelectorAll(".game")) {
  const game = games[Number(section.dataset.game)];
  if (game.steps.length) player(section, game);
}
