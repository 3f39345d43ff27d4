// The files that follow from the logs: written again and compared, byte by byte.

import { canonical, hex } from "./lines.mjs";

const COLUMNS = ["place", "entrant", "games", "won", "drawn", "lost", "points", "score", "against"];
const MANIFEST = ["bundle", "tournament", "croupier", "contracts", "heads", "keys", "digest"];

// `ends`: of each game its id and the hash of its last line, in the order of game.closed.
export function checkFiles(files, manifest, state, ends, found) {
  const sound = found.length === 0;
  const report = (code, log, line, reason) => found.push({ code, log, line, reason });
  const table = (name, right) => {
    if (!files.has(name)) return report("bundle/derived", name, 0, "the file is missing");
    const line = firstDifference(files.read(name), Buffer.from(right));
    return line && report("bundle/derived", name, line, "not what the log gives");
  };
  table("games.csv", lines(["game,round,board,entrants,outcome,points,places,lines,head", ...state.rows]));
  if (state.table) {
    table("standings.json", state.table.json);
    if (manifest.contracts || files.has("standings.csv")) table("standings.csv", state.table.csv);
  }
  if (damaged(files.read("manifest.json"), manifest)) report("bundle/manifest", "manifest.json", 1, "the manifest was changed after it was written");
  if (manifest.heads && canonical(manifest.keys ?? {}) !== canonical(state.keys)) report("bundle/keys", "manifest.json", 1, "the manifest names other keys than the log");
  if (sound) checkHeads(manifest, damaged(files.read("manifest.json"), manifest), state, ends, report);
}

// To the tournament's last line nothing is chained: where it alone is another, it is named.
function checkHeads({ heads }, changed, state, ends, report) {
  const games = hex(...ends.map(([id, head]) => `${id} ${head}\n`));
  const formed = Object.keys(heads ?? {}).sort().join() === "games,tournament";
  if (formed && heads.tournament === state.head && heads.games === games) return;
  const [log, line] = formed && heads.games === games && !changed ? [state.log, state.lines] : ["manifest.json", 1];
  report("bundle/heads", log, line, "the logs do not end as the manifest says");
}

export function damaged(content, manifest) {
  const { digest, ...fields } = manifest;
  try {
    const known = Object.keys(manifest).every((field) => MANIFEST.includes(field));
    return !known || digest !== hex(canonical(fields)) || content.toString("utf8") !== `${canonical({ ...fields, digest })}\n`;
  } catch {
    return true;
  }
}

// A line of games.csv, without its end.
export function rowOf(game) {
  const lists = [game.points, game.places].map((numbers) => numbers.join(" "));
  return [game.id, game.round, game.board, game.seats.join(" "), game.outcome, ...lists, game.lines, game.head].join();
}

// The table of tournament.finished as the two files show it.
export function tablesOf(state, standings) {
  const rows = standings.map((row) => COLUMNS.map((column) => row[column]).join());
  const json = canonical({ tournament: state.log.slice(2), name: state.name, games: state.counted, standings });
  return { json: `${json}\n`, csv: lines([COLUMNS.join(), ...rows]) };
}

const lines = (rows) => rows.map((row) => `${row}\n`).join("");

// The number of the first line in which two files differ, or 0.
function firstDifference(one, other) {
  if (one.equals(other)) return 0;
  let place = 0;
  while (place < Math.min(one.length, other.length) && one[place] === other[place]) place += 1;
  return one.subarray(0, place).filter((byte) => byte === 10).length + 1;
}
