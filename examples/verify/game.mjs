// A game's log: that it is the one of its tournament, its cards, its seals.

import { boardSeed, deckCommitment, gamePack, shuffled } from "./cards.mjs";
import { Unreadable } from "./files.mjs";
import { follow } from "./lines.mjs";
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
  checkCards(state, game, followed.lines, note);
  checkSeals(log, followed, game.keys, note);
  if (!followed.broken) checkEnds(game, followed, note, inTournament);
  for (const { code, line, reason } of wrong.sort((one, other) => one.line - other.line)) report(code, line, reason);
  return followed.heads.at(-1) ?? "";
}

function checkEnds({ lines, head, closed }, followed, report, inTournament) {
  const count = followed.lines.length;
  if (count < lines) report("chain/cut", count, "the log ends before the line that the tournament recorded");
  else if (followed.heads[lines - 1] !== head) report("chain/head", lines, "this line is not the one that the tournament recorded");
  else if (!closed) return;
  else if (count < closed.lines) report("chain/cut", count, "the log ends before the line with which it was closed");
  else if (count > closed.lines) inTournament("audit/closed", closed.line, "the game goes on after the line with which it was closed");
  else if (followed.heads[closed.lines - 1] !== closed.head) report("chain/head", closed.lines, "this line is not the one with which the game was closed");
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
