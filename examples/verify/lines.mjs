// A log: canonical lines, numbered without a gap, chained by their hashes, each by the service whose task it is.

import { createHash } from "node:crypto";

export const sha256 = (...parts) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};
export const hex = (...parts) => sha256(...parts).toString("hex");

const FIELDS = ["at", "by", "cause", "data", "prev", "seq", "type", "v"];
const ASCII = /^[\x00-\x7f]*$/;
const HASH = /^[0-9a-f]{64}$/;
const SERVICES = ["dealer", "referee", "scoring", "director", "organiser"];
const WRITERS = {
  dealer: ["seed.committed", "seed.revealed", "deck.committed", "deal.dealt", "deck.revealed"],
  referee: [
    "game.opened", "seat.ready", "seat.lost", "seat.back", "deal.ordered", "action.taken", "action.refused",
    "seat.forfeited", "deal.played", "game.voided",
  ],
  scoring: ["deal.scored", "game.scored"],
  director: [
    "tournament.opened", "entrant.registered", "entrant.withdrawn", "entrant.disqualified", "entrant.entered",
    "entrant.returned", "entrant.replaced", "rounds.added", "start.released",
    "tournament.started",
    "tournament.paused", "tournament.resumed", "tournament.stopping", "round.paired", "game.recorded", "game.replayed",
    "game.closed", "dispute.raised", "dispute.examined", "dispute.ruled", "disputes.closing", "disputes.closed",
    "round.closed", "round.sealed", "tournament.finished", "tournament.sealed",
  ],
  organiser: ["entrant.withdrawn"],
};
const OWN = ["game.sealed", "key.named", "key.rotated"]; // each service for itself
const KNOWN = new Set([...Object.values(WRITERS).flat(), ...OWN]);

const mayWrite = ({ by, type, data }) => (OWN.includes(type) ? data.service === by : WRITERS[by].includes(type));

// RFC 8785 for values without floats. Throws for what a log cannot hold.
export function canonical(value) {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value)) throw new Error("a number that is no integer, or too large");
    return String(value);
  }
  if (typeof value === "string") {
    if (!value.isWellFormed()) throw new Error("text that is not Unicode");
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const keys = Object.keys(value).sort();
  if (keys.some((key) => !ASCII.test(key))) throw new Error("a key that is not ASCII");
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}

// The stored line that begins at `from`, without its newline; `closed` says whether it has one, `next` where the next begins.
// Undefined at the end. Lines are taken one by one: after the first that is wrong there may be millions of them.
export function lineAt(content, from) {
  if (from >= content.length) return undefined;
  const to = content.indexOf(10, from);
  return to < 0 ? { bytes: content.subarray(from), next: content.length, closed: false } : { bytes: content.subarray(from, to), next: to + 1, closed: true };
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
export const parsed = (bytes) => JSON.parse(utf8.decode(bytes));

// A line read, or the code and the reason why it cannot be.
function read(bytes) {
  let line;
  try {
    line = parsed(bytes);
  } catch (error) {
    return { code: "log/not-json", reason: error.message };
  }
  const wrong = envelope(line);
  if (wrong) return { code: "log/envelope", reason: wrong };
  try {
    if (Buffer.compare(Buffer.from(canonical(line)), bytes)) return { code: "log/not-canonical", reason: "the line is not in canonical form" };
  } catch (error) {
    return { code: "log/not-canonical", reason: error.message };
  }
  if (!KNOWN.has(line.type)) return { code: "log/unknown-type", reason: `no event is called ${line.type}` };
  return { line };
}

function envelope(line) {
  if (line === null || typeof line !== "object" || Array.isArray(line)) return "a line is an object";
  if (Object.keys(line).sort().join() !== FIELDS.join()) return `a line has exactly the fields ${FIELDS.join(", ")}`;
  for (const [field, least] of [["seq", 1], ["v", 1], ["at", 0]]) {
    if (!Number.isSafeInteger(line[field]) || line[field] < least) return `${field} is not an integer of at least ${least}`;
  }
  if (typeof line.type !== "string" || typeof line.cause !== "string") return "type and cause are text";
  if (!SERVICES.includes(line.by)) return "unknown writer";
  if (typeof line.prev !== "string" || !HASH.test(line.prev)) return "prev is no hash";
  if (line.data === null || typeof line.data !== "object" || Array.isArray(line.data)) return "data is not an object";
  return "";
}

// What a step comes to; a line whose data are not what belongs to its type (most checkers would hold a schema against it)
// cannot be read.
export function understood(step) {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    return ["log/schema", `the data are not those of its type: ${error.message}`];
  }
}

// Follows a log as far as it holds together. `anchors`: hashes that lines are known to have from elsewhere, by number.
// Gives the good lines, their hashes, and what was found; `broken` if there is more than was followed.
export function follow(log, content, anchors = {}) {
  const found = [];
  const good = [];
  let head = hex("croupier/log/v1:", log);
  const heads = [];
  const stop = (code, line, reason) => {
    found.push({ code, log, line, reason });
    return { lines: good, heads, found, broken: true };
  };
  let number = 1;
  for (let stored = lineAt(content, 0); stored; stored = lineAt(content, stored.next), number += 1) {
    const { bytes } = stored;
    const { line, code, reason } = read(bytes);
    if (!line) return stop(code, number, reason);
    if (line.seq !== number) return stop("chain/seq", number, `seq ${line.seq} where ${number} belongs`);
    if (!stored.closed) return stop("chain/newline", number, "the last line is not closed by a newline");
    if (line.prev !== head) {
      if (number === 1) return stop("chain/other-log", 1, "the first line belongs to another log");
      if (thisOneIsToBlame(log, line, bytes, lineAt(content, stored.next)?.bytes, heads, anchors)) return stop("chain/prev", number, "prev is not the hash of the line before");
      good.pop();
      heads.pop();
      return stop("chain/prev", number - 1, "the line after this one was not written after it");
    }
    head = hex(bytes);
    good.push(line);
    heads.push(head);
  }
  for (const line of good) {
    if (!mayWrite(line)) {
      found.push({ code: "audit/writer", log, line: line.seq, reason: `${line.type} is not ${line.by}'s to write` });
    }
  }
  return { lines: good, heads, found, broken: false };
}

// Line `number` does not fit the one before. Which of the two was changed?
function thisOneIsToBlame(log, line, bytes, following, heads, anchors) {
  const number = line.seq;
  const before = heads[number - 2];
  if (anchors[number - 1] !== undefined) return anchors[number - 1] === before;
  if (anchors[number] !== undefined) return anchors[number] !== hex(bytes);
  if (String(line.data.checkpoint ?? "").includes(`\n${log} ${number - 1} ${before}\n`)) return true;
  const next = following && read(following).line;
  return next !== undefined && next.prev !== hex(bytes);
}
