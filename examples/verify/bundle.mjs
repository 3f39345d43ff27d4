// A whole bundle: the tournament's log, every game that it records, and the files that follow from them.

import { Unreadable } from "./files.mjs";
import { checkGame } from "./game.mjs";
import { canonical, hex, stored } from "./lines.mjs";
import { tournament } from "./tournament.mjs";

export function verify(files) {
  for (const name of ["tournament.jsonl", "manifest.json"]) {
    if (!files.has(name)) throw new Unreadable(name === "manifest.json" ? "bundle/manifest" : "bundle/not-a-bundle", `there is no ${name}`);
  }
  const manifest = manifestOf(files.read("manifest.json"));
  const found = [];
  const state = tournament(idOf(files, manifest), files.read("tournament.jsonl"), found);
  const ends = state.done.map((game) => [game.id, checkGame(files, state, game)]);
  if (!state.broken) {
    checkExtra(files, state, found);
    checkFiles(files, manifest, state, ends, found);
  }
  const findings = found.sort((one, other) => place(one) - place(other)).map(({ code, log, line, reason }) => ({ code, log, line, reason }));
  return { tournament: state.log.slice(2), findings, unchecked: [...state.unchecked], games: ends.length };
}

// Findings stand in the order of the tournament's log, a game's before the line that records it, files at the end.
const place = ({ order }) => Math.min(order ?? Infinity, Number.MAX_SAFE_INTEGER);

function manifestOf(content) {
  let manifest;
  try {
    manifest = JSON.parse(content.toString("utf8"));
  } catch (error) {
    throw new Unreadable("bundle/manifest", `the manifest is not JSON: ${error.message}`);
  }
  if (manifest?.bundle !== 1 || typeof manifest.tournament !== "string") {
    throw new Unreadable("bundle/manifest", "not a manifest of version 1");
  }
  return manifest;
}

// A manifest that was damaged is not believed; then the first line of the log says whose it is.
function idOf(files, manifest) {
  if (!damaged(files.read("manifest.json"), manifest)) return manifest.tournament;
  try {
    const [first] = stored(files.read("tournament.jsonl")).lines;
    return JSON.parse(first.toString("utf8")).data.spec.id;
  } catch {
    return manifest.tournament;
  }
}

// --- files

function checkExtra(files, state, found) {
  const known = new Set(state.recorded.map((game) => game.id));
  for (const name of files.games().sort()) {
    const game = name.endsWith(".jsonl") ? name.slice(0, -6) : name;
    if (!known.has(game)) found.push({ code: "bundle/extra-game", log: `games/${game}.jsonl`, line: 0, reason: "no result of this game is recorded" });
  }
}

function checkFiles(files, manifest, state, ends, found) {
  const sound = found.length === 0;
  const rows = ["game,round,board,entrants,outcome,points,places,lines,head", ...state.rows.map(row)];
  const right = Buffer.from(rows.map((each) => `${each}\n`).join(""));
  if (!files.has("games.csv")) found.push({ code: "bundle/derived", log: "games.csv", line: 0, reason: "the list of games is missing" });
  else if (Buffer.compare(files.read("games.csv"), right)) {
    found.push({ code: "bundle/derived", log: "games.csv", line: firstDifference(files.read("games.csv"), right), reason: "not what the log gives" });
  }
  if (damaged(files.read("manifest.json"), manifest)) {
    found.push({ code: "bundle/manifest", log: "manifest.json", line: 1, reason: "the manifest was changed after it was written" });
  }
  if (manifest.heads && canonical(manifest.keys ?? {}) !== canonical(state.keys)) {
    found.push({ code: "bundle/keys", log: "manifest.json", line: 1, reason: "the manifest names other keys than the log" });
  }
  const games = hex(...ends.map(([id, head]) => `${id} ${head}\n`));
  const { heads } = manifest;
  if (!sound || (heads?.tournament === state.head && heads?.games === games)) return;
  const last = heads?.games === games && !damaged(files.read("manifest.json"), manifest);
  const [log, line] = last ? [state.log, state.lines] : ["manifest.json", 1];
  found.push({ code: "bundle/heads", log, line, reason: "the logs do not end as the manifest says" });
}

function damaged(content, manifest) {
  const { digest, ...fields } = manifest;
  try {
    return digest !== hex(canonical(fields)) || content.toString("utf8") !== `${canonical({ ...fields, digest })}\n`;
  } catch {
    return true;
  }
}

function row(game) {
  const lists = [game.points, game.places].map((numbers) => numbers.join(" "));
  return [game.id, game.round, game.board, game.seats.join(" "), game.outcome, ...lists, game.lines, game.head].join(",");
}

function firstDifference(one, other) {
  let place = 0;
  while (place < Math.min(one.length, other.length) && one[place] === other[place]) place += 1;
  return one.subarray(0, place).filter((byte) => byte === 10).length + 1;
}
