// A whole bundle: the tournament's log, every game that it records, and the files that follow from them.

import { checkFiles, damaged } from "./derived.mjs";
import { Unreadable } from "./files.mjs";
import { checkGame } from "./game.mjs";
import { lineAt, parsed } from "./lines.mjs";
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
  const findings = found.sort((one, other) => place(one) - place(other)).map(({ code, log, line, reason }) => ({ code, log, line: Number.isSafeInteger(line) ? line : 0, reason }));
  return { tournament: state.log.slice(2), findings, unchecked: [...state.unchecked], games: ends.length };
}

// Findings stand in the order of the tournament's log, a game's before the line that records it, files at the end.
const place = ({ order }) => Math.min(order ?? Infinity, Number.MAX_SAFE_INTEGER);

function manifestOf(content) {
  let manifest;
  try {
    manifest = parsed(content);
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
    return parsed(lineAt(files.read("tournament.jsonl"), 0).bytes).data.spec.id;
  } catch {
    return manifest.tournament;
  }
}

function checkExtra(files, state, found) {
  const known = new Set(state.recorded.map((game) => game.id));
  for (const name of files.games().sort()) {
    const game = name.endsWith(".jsonl") ? name.slice(0, -6) : name;
    if (!known.has(game)) found.push({ code: "bundle/extra-game", log: `games/${game}.jsonl`, line: 0, reason: "no result of this game is recorded" });
  }
}
