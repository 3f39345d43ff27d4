// A game's log: that it is the one of its tournament, its cards, its seals.

import { boardSeed, deckCommitment, gamePack, shuffled } from "./cards.mjs";
import { Unreadable } from "./files.mjs";
import { canonical, follow, understood } from "./lines.mjs";
import { gameCourse } from "./places.mjs";
import { checkSeals } from "./seals.mjs";

// The hash of the last line, or the empty text.
export function checkGame(files, state, game) {
  const name = `games/${game.id}.jsonl`;
  const log = `g/${game.id}`;
  const report = (code, line, reason) => state.found.push({ code, log, line, reason, order: game.recordedIn - 0.5 });
  const inTournament = (code, line, reason) => state.found.push({ code, log: state.log, line, reason, order: game.recordedIn });
  if (!files.has(name)) {
    inTournament("bundle/missing-game", game.recordedIn, `the log of ${game.id} is missing`);
    return "";
  }
  let followed;
  try {
    const anchors = { [game.lines]: game.head, ...(game.closed && { [game.closed.lines]: game.closed.head }) };
    followed = follow(log, files.read(name), anchors);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    report(error.code, 0, error.message);
    return "";
  }
  const wrong = [];
  const note = (code, line, reason) => wrong.push({ code, line, reason });
  for (const { code, line, reason } of followed.found) note(code, line, reason);
  const told = standing(followed, note);
  const [code, reason] = understood(() => {
    checkCards(state, game, told.lines, note);
    checkSeals(log, told, game.keys, note);
    if (!told.broken) checkEnds(game, told, note, inTournament);
    return [];
  });
  if (code) note(code, 0, reason);
  for (const { code, line, reason } of wrong.sort((one, other) => (one.line || Infinity) - (other.line || Infinity) || 0)) report(code, line, reason);
  return followed.heads.at(-1) ?? "";
}

// The log up to the first line that cannot stand where it stands.
function standing(followed, report) {
  const place = gameCourse();
  for (const line of followed.lines) {
    const [code, reason] = understood(() => ["log/out-of-place", place(line)]);
    if (!reason) continue;
    report(code, line.seq, reason);
    return { ...followed, lines: followed.lines.slice(0, line.seq - 1), broken: true };
  }
  return followed;
}

function checkEnds(game, followed, report, inTournament) {
  const { lines, head, closed } = game;
  const count = followed.lines.length;
  const scored = followed.lines.find((line) => line.type === "game.scored");
  if (!scored) report("audit/unfinished", 0, "the log ends before the game has a result");
  else if (!followed.lines.some((line) => line.type === "deck.revealed")) report("audit/unrevealed", 0, "the log ends before the deck is revealed");
  if (count < lines) return report("chain/cut", count, "the log ends before the line that the tournament recorded");
  if (followed.heads[lines - 1] !== head) return report("chain/head", lines, "this line is not the one that the tournament recorded");
  if (scored) checkResult(game, scored, inTournament);
  if (!closed) return undefined;
  if (count < closed.lines) return report("chain/cut", count, "the log ends before the line with which it was closed");
  if (count > closed.lines) return inTournament("audit/closed", closed.line, "the game goes on after the line with which it was closed");
  if (followed.heads[closed.lines - 1] === closed.head) return undefined;
  return report("chain/head", closed.lines, "this line is not the one with which the game was closed");
}

// What the tournament recorded is what the game says. Older logs record no `why`.
function checkResult(game, { seq, data }, report) {
  const wrong = (what) => report("audit/recorded", game.recordedIn, `the ${what} recorded for ${game.id} are not those of the game`);
  if (game.lines !== seq) wrong("lines");
  for (const what of ["points", "places", "outcome", "failures"]) {
    if (canonical(game[what] ?? null) !== canonical(data[what] ?? null)) wrong(what);
  }
  const why = ["forfeit", "void", "no-contest"].includes(data.outcome) ? data.why : undefined;
  if (game.why !== undefined && game.why !== why) wrong("reasons");
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
