// The tournament's log: seed, beacon, keys, checkpoints, and what it says of each game.

import { beaconOf, seedCommitment } from "./cards.mjs";
import { rowOf, tablesOf } from "./derived.mjs";
import { follow, understood } from "./lines.mjs";
import { tournamentCourse } from "./places.mjs";
import { HOLDERS, Tree, checkCheckpoint, entered, leafOf, proven, rotated } from "./seals.mjs";

// `recorded`: the games in the order of recording; `done`: in the order in which all was known of each; `counted`: how many results
// there are; `rows`: those of games.csv, in the order of the log; `table`: the last one, as two files.
export function tournament(id, content, found) {
  const log = `t/${id}`;
  const followed = follow(log, content);
  const state = {
    log, found, head: followed.heads.at(-1), lines: followed.lines.length, broken: followed.broken, paired: new Map(), recorded: [], rows: [], disputes: new Map(), done: [],
    nonces: [], keys: {}, tree: new Tree(), seed: undefined, commitment: undefined, beacon: undefined, name: undefined, table: undefined,
    counted: 0, unchecked: new Set(),
  };
  for (const each of followed.found) found.push({ ...each, order: each.line });
  const place = tournamentCourse();
  for (const line of followed.lines) {
    const report = (code, reason) => found.push({ code, log, line: line.seq, reason, order: line.seq });
    const wrong = understood(() => {
      STEPS[line.type]?.(state, line, report);
      return ["log/out-of-place", place(line)];
    });
    if (!wrong[1]) continue;
    report(...wrong);
    state.broken = true;
    break;
  }
  const seed = followed.lines.findLast((line) => line.type === "seed.revealed")?.data.seed;
  if (!followed.broken && typeof seed === "string" && seedCommitment(seed) === state.commitment) state.seed = seed;
  state.done.push(...state.recorded.filter((game) => !state.done.includes(game)));
  if (!state.broken) checkEnd(state, followed.lines, (code, reason) => found.push({ code, log, line: 0, reason, order: Infinity }));
  return state;
}

function checkEnd(state, lines, report) {
  const has = (type) => lines.some((line) => line.type === type);
  if (!has("tournament.finished")) report("audit/unfinished", "the log ends before the tournament is finished");
  else if (!has("seed.revealed")) report("audit/unrevealed", "the log ends before the seed is revealed");
  else if (keyed(state) && !has("tournament.sealed")) report("seal/missing", "the tournament is not sealed");
}

const keyed = (state) => HOLDERS.every((holder) => state.keys[holder]);

function name(state, { service, key }, report) {
  if (Object.values(state.keys).flat().includes(key)) report("key/twice", `the key of ${service} was named before`);
  (state.keys[service] ??= []).push(key);
}

// The keys that can seal a game: those that were given up before its board was over cannot.
function keysFor(state, board) {
  if (!state.rotations) return structuredClone(state.keys);
  const over = Math.max(...state.recorded.filter((game) => game.board === board).map((game) => game.recordedIn));
  const givenUp = (service) => state.rotations.filter((each) => each.service === service && each.line < over).length;
  return Object.fromEntries(Object.entries(state.keys).map(([service, keys]) => [service, keys.slice(givenUp(service))]));
}

const STEPS = {
  "tournament.opened"(state, line) {
    state.name = line.data.spec.name;
    state.signed = line.data.spec.signed === true;
    if (state.signed) state.unchecked.add("the signatures of answers: what they sign follows from the rules of the game");
  },
  "seed.committed"(state, line, report) {
    if (state.nonces.length) report("audit/nonce-first", "a nonce was known before the seed was committed to");
    state.commitment = line.data.commitment;
  },
  "key.named"(state, line, report) {
    if (!proven(state.log, line.data)) report("key/proof", `the key of ${line.data.service} has not signed that it is named`);
    name(state, line.data, report);
  },
  "key.rotated"(state, line, report) {
    if (!rotated(line.data)) report("key/rotation", `the old key of ${line.data.service} has not signed for the new one`);
    name(state, line.data, report);
    (state.rotations ??= []).push({ service: line.data.service, line: line.seq });
  },
  "entrant.registered"(state, line, report) {
    const { key, proof } = line.data;
    const right = state.signed ? key !== undefined && proof !== undefined && entered(line.data) : key === undefined && proof === undefined;
    if (!right) report("sign/key", "an entrant's key is missing, not proved, or has no place here");
    if (state.beacon === undefined) state.nonces.push(line.data.nonce);
  },
  "tournament.started"(state, line, report) {
    if (!keyed(state)) report("key/missing", "the tournament began without the keys of its services");
    if (line.data.beacon !== beaconOf(state.nonces)) report("audit/beacon", "the beacon is not what the nonces give");
    state.beacon = line.data.beacon;
  },
  "round.paired"(state, line) {
    for (const game of line.data.games) state.paired.set(game.id, { ...game, round: line.data.round });
  },
  "game.recorded"(state, line) {
    const paired = state.paired.get(line.data.id);
    if (!paired) return;
    const { why, ...result } = line.data; // a pairing has a reason of its own
    const game = { ...paired, ...result, why, recordedIn: line.seq };
    state.recorded.push(game);
    state.counted += 1;
    state.rows.push(rowOf(game));
    if (!keyed(state)) state.done.push(game);
  },
  "game.replayed"(state, line) {
    const { id, game } = line.data;
    const paired = state.paired.get(id);
    if (!paired) return;
    state.paired.set(game.id, { ...game, round: paired.round });
    state.counted -= 1;
    state.rows.push(rowOf({ ...paired, outcome: "replayed", points: [], places: [], lines: "", head: "" }));
  },
  "dispute.raised": (state, line) => state.disputes.set(line.data.dispute, line.data.game),
  "dispute.ruled"(state, line) {
    const { dispute, result } = line.data;
    const game = state.recorded.find((each) => each.id === state.disputes.get(dispute));
    if (game && result) state.rows.push(rowOf({ ...game, ...result }));
  },
  "game.closed"(state, line) {
    const { id, lines, head } = line.data;
    state.tree.append(leafOf(`g/${id}`, lines, head));
    const game = state.recorded.find((each) => each.id === id && !each.closed);
    if (!game || !keyed(state)) return;
    Object.assign(game, { closed: { lines, head, line: line.seq }, keys: keysFor(state, game.board) });
    state.done.push(game);
  },
  "round.sealed": (state, line, report) => checkCheckpoint(state, line, report),
  "tournament.sealed": (state, line, report) => checkCheckpoint(state, line, report),
  "tournament.finished"(state, line) {
    state.table = tablesOf(state, line.data.standings);
  },
  "seed.revealed"(state, line, report) {
    if (seedCommitment(line.data.seed) !== state.commitment) report("audit/seed", "the seed is not the one committed to");
  },
};
