// A whole bundle: the tournament's log, every game that it records, and the files that follow from them.

import { beaconOf, boardSeed, deckCommitment, gamePack, seedCommitment, shuffled } from "./cards.mjs";
import { Unreadable } from "./files.mjs";
import { canonical, follow, hex, stored } from "./lines.mjs";

export function verify(files) {
  for (const name of ["tournament.jsonl", "manifest.json"]) {
    if (!files.has(name)) throw new Unreadable(name === "manifest.json" ? "bundle/manifest" : "bundle/not-a-bundle", `there is no ${name}`);
  }
  const manifest = manifestOf(files.read("manifest.json"));
  const found = [];
  const state = tournament(files, idOf(files, manifest), found);
  const ends = state.recorded.map((game) => [game.id, checkGame(files, state, game, found)]);
  if (!state.broken) {
    checkExtra(files, state, found);
    checkFiles(files, manifest, state, ends, found);
  }
  return { tournament: state.log.slice(2), findings: found, unchecked: [...state.unchecked], games: ends.length };
}

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

// --- the tournament's log

function tournament(files, id, found) {
  const log = `t/${id}`;
  const followed = follow(log, files.read("tournament.jsonl"));
  found.push(...followed.found);
  const state = {
    log, head: followed.heads.at(-1), broken: followed.broken, recorded: [], paired: new Map(), nonces: [],
    seed: undefined, commitment: undefined, beacon: undefined, unchecked: new Set(),
  };
  const last = followed.lines.at(-1);
  const revealed = !followed.broken && last?.type === "seed.revealed" ? last.data.seed : undefined;
  for (const line of followed.lines) STEPS[line.type]?.(state, line, found);
  if (revealed !== undefined && seedCommitment(revealed) === state.commitment) state.seed = revealed;
  return state;
}

const STEPS = {
  "seed.committed"(state, line, found) {
    if (state.nonces.length) found.push(at(state, line, "audit/nonce-first", "a nonce was known before the seed was committed to"));
    state.commitment = line.data.commitment;
  },
  "entrant.registered"(state, line) {
    if (state.beacon === undefined) state.nonces.push(line.data.nonce);
  },
  "tournament.started"(state, line, found) {
    if (line.data.beacon !== beaconOf(state.nonces)) found.push(at(state, line, "audit/beacon", "the beacon is not what the nonces give"));
    state.beacon = line.data.beacon;
  },
  "round.paired"(state, line) {
    for (const game of line.data.games) state.paired.set(game.id, { ...game, round: line.data.round });
  },
  "game.recorded"(state, line) {
    const paired = state.paired.get(line.data.id);
    if (paired) state.recorded.push({ ...paired, ...line.data, recordedIn: line.seq });
  },
  "seed.revealed"(state, line, found) {
    if (seedCommitment(line.data.seed) !== state.commitment) found.push(at(state, line, "audit/seed", "the seed is not the one committed to"));
  },
};

const at = (state, line, code, reason) => ({ code, log: state.log, line: line.seq, reason });

// --- a game's log

function checkGame(files, state, game, found) {
  const name = `games/${game.id}.jsonl`;
  const log = `g/${game.id}`;
  const report = (code, line, reason) => found.push({ code, log, line, reason });
  if (!files.has(name)) {
    found.push({ code: "bundle/missing-game", log: state.log, line: game.recordedIn, reason: `the log of ${game.id} is missing` });
    return "";
  }
  let followed;
  try {
    followed = follow(log, files.read(name), { [game.lines]: game.head });
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    report(error.code, 0, error.message);
    return "";
  }
  found.push(...followed.found);
  checkCards(state, game, followed.lines, report);
  if (!followed.broken) {
    if (followed.lines.length < game.lines) report("chain/cut", followed.lines.length, "the log ends before the line that the tournament recorded");
    else if (followed.heads[game.lines - 1] !== game.head) report("chain/head", game.lines, "this line is not the one that the tournament recorded");
  }
  return followed.heads.at(-1) ?? "";
}

function checkCards(state, game, lines, report) {
  const first = (type) => lines.find((line) => line.type === type);
  const [opened, committed, revealed] = ["game.opened", "deck.committed", "deck.revealed"].map(first);
  if (!opened) return;
  const right = state.seed === undefined ? undefined : boardSeed(state.seed, game.board);
  const fits = committed && revealed && deckCommitment(revealed.data.board_seed) === committed.data.commitment;
  if (right !== undefined) {
    if (committed && committed.data.commitment !== deckCommitment(right)) report("audit/deck-commitment", committed.seq, "not the board's commitment");
    if (revealed && revealed.data.board_seed !== right) report("audit/board-seed", revealed.seq, "the board seed does not follow from the tournament's seed");
  } else if (committed && revealed && !fits) {
    report("audit/board-seed", revealed.seq, "the board seed is not the one committed to");
  }
  const seed = right ?? (fits ? revealed.data.board_seed : undefined);
  if (seed === undefined || state.beacon === undefined) return;
  const pack = gamePack(opened.data.game, opened.data.options);
  if (!pack) state.unchecked.add(`the decks of ${opened.data.game}`);
  for (const line of pack ? lines.filter(({ type }) => type === "deal.dealt") : []) {
    if (line.data.deck !== shuffled(seed, state.beacon, line.data.deal, pack)) {
      report("audit/deck", line.seq, "the deck is not the one that seed, beacon and board give");
    }
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
  const rows = ["game,round,board,entrants,outcome,points,places,lines,head", ...state.recorded.map(row)];
  const right = Buffer.from(rows.map((each) => `${each}\n`).join(""));
  if (!files.has("games.csv")) found.push({ code: "bundle/derived", log: "games.csv", line: 0, reason: "the list of games is missing" });
  else if (Buffer.compare(files.read("games.csv"), right)) {
    found.push({ code: "bundle/derived", log: "games.csv", line: firstDifference(files.read("games.csv"), right), reason: "not what the log gives" });
  }
  if (damaged(files.read("manifest.json"), manifest)) {
    found.push({ code: "bundle/manifest", log: "manifest.json", line: 1, reason: "the manifest was changed after it was written" });
  }
  const games = hex(...ends.map(([id, head]) => `${id} ${head}\n`));
  if (sound && (manifest.heads?.tournament !== state.head || manifest.heads?.games !== games)) {
    found.push({ code: "bundle/heads", log: "manifest.json", line: 1, reason: "the logs do not end as the manifest says" });
  }
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
