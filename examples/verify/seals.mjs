// Keys, seals, the Merkle tree and checkpoints.

import { createPublicKey, verify as check } from "node:crypto";
import { sha256 } from "./lines.mjs";

const hexed = (text) => Buffer.from(text, "hex");
const text = (value) => Buffer.from(`${value}\0`);
const u32 = (number) => {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32BE(number >>> 0);
  return buffer;
};

const PREFIX = hexed("302a300506032b6570032100"); // what DER puts before the 32 bytes of an Ed25519 key

// Points that are neither a key nor the beginning of a signature: those of order 1, 2, 4 and 8, by their y, and what
// is written with a y that is none.
const PRIME = 2n ** 255n - 19n;
const EIGHTH = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n;
const SMALL = new Set([1n, PRIME - 1n, 0n, EIGHTH, PRIME - EIGHTH]);

function acceptable(point) {
  const y = BigInt.asUintN(255, BigInt(`0x${Buffer.from(point).reverse().toString("hex") || "0"}`));
  return y < PRIME && !SMALL.has(y);
}

export function signed(key, signature, message) {
  if (!acceptable(key) || !acceptable(signature.subarray(0, 32))) return false;
  try {
    const loaded = createPublicKey({ key: Buffer.concat([PREFIX, key]), format: "der", type: "spki" });
    return check(null, message, loaded, signature);
  } catch {
    return false;
  }
}

// --- keys

export const HOLDERS = ["dealer", "referee", "scoring", "director"];

export const proven = (log, { service, key, proof }) =>
  signed(hexed(key), hexed(proof), Buffer.concat([text("croupier/key/v1"), text(service), text(log), hexed(key)]));

export const rotated = ({ service, old, key, signature }) =>
  signed(hexed(old), hexed(signature), Buffer.concat([text("croupier/rotation/v1"), text(service), hexed(old), hexed(key)]));

// An entrant signs with its key the nonce that it brings.
export const entered = ({ nonce, key, proof }) =>
  signed(hexed(key), hexed(proof), Buffer.concat([text("croupier/entrant/v1"), hexed(nonce), hexed(key)]));

// --- seals of a game

const SEALERS = ["dealer", "referee", "scoring"];

export const sealed = (log, { service, lines, head, key, signature }) =>
  signed(hexed(key), hexed(signature), Buffer.concat([text("croupier/seal/v1"), text(service), text(log), u32(lines), hexed(head)]));

// `keys`: of each service, those that can seal the game; undefined if the tournament names none.
export function checkSeals(log, { lines, heads, broken }, keys, report) {
  const end = lines.find((line) => line.type === "deck.revealed");
  const seals = lines.filter((line) => line.type === "game.sealed" && end && line.seq > end.seq);
  for (const { seq, data } of seals) {
    if (keys && !(keys[data.service] ?? []).includes(data.key)) report("seal/key", seq, `no key that is named for ${data.service}`);
    if (data.lines !== end.seq || data.head !== heads[end.seq - 1]) report("seal/end", seq, `${data.service} has sealed another end`);
    if (!sealed(log, data)) report("seal/signature", seq, `the signature is not that of the key of ${data.service}`);
  }
  if (!keys || broken || !end) return;
  const absent = SEALERS.filter((service) => !seals.some(({ data }) => data.service === service));
  if (absent.length) report("seal/missing", lines.length, `not sealed by ${absent.join(", ")}`);
}

// --- the tree

const leafHash = (leaf) => sha256(Buffer.from([0]), leaf);
const nodeHash = (left, right) => sha256(Buffer.from([1]), left, right);

// Grows by leaves; keeps one hash for each full subtree, so that its size does not matter.
export class Tree {
  size = 0;
  #full = []; // [height, hash], the largest first

  append(leaf) {
    let node = [0, leafHash(leaf)];
    while (this.#full.length && this.#full.at(-1)[0] === node[0]) {
      const [height, left] = this.#full.pop();
      node = [height + 1, nodeHash(left, node[1])];
    }
    this.#full.push(node);
    this.size += 1;
  }

  root() {
    if (!this.size) return sha256(Buffer.alloc(0));
    return this.#full.map(([, hash]) => hash).reduceRight((right, left) => nodeHash(left, right));
  }
}

export const leafOf = (log, lines, head) => Buffer.concat([text("croupier/game/v1"), text(log), u32(lines), hexed(head)]);

// --- checkpoints

const DASH = "\u2014 ";

export function checkCheckpoint(state, line, report) {
  const origin = `croupier/${state.log.slice(2)}`;
  const note = read(line.data.checkpoint);
  if (!note) {
    report("checkpoint/form", "no checkpoint");
    return;
  }
  if (note.size !== state.tree.size || !note.root.equals(state.tree.root())) report("checkpoint/tree", "the tree is not that of the games closed so far");
  const more = `${state.log} ${line.seq - 1} ${line.prev}`;
  if (note.origin !== origin || note.more.join("\n") !== more) report("checkpoint/log", "not of this log up to this line");
  const key = state.keys.director?.at(-1);
  const [only, ...others] = note.signatures;
  if (!key || others.length || only.name !== origin || !madeBy(hexed(key), origin, only.blob, note.body)) {
    report("checkpoint/signature", "the director has not signed this, or others beside it");
  }
}

function madeBy(key, name, blob, body) {
  const id = sha256(`${name}\n`, Buffer.from([1]), key).subarray(0, 4);
  return blob.subarray(0, 4).equals(id) && signed(key, blob.subarray(4), Buffer.from(body));
}

// A signed note with a checkpoint in it, or undefined.
function read(note) {
  const place = note.lastIndexOf("\n\n");
  // eslint-disable-next-line no-control-regex
  if (place < 0 || !note.endsWith("\n") || note.length === place + 2 || /[\u0000-\u0009\u000b-\u001f]/.test(note)) return undefined;
  const body = note.slice(0, place + 1);
  const signatures = note.slice(place + 2, -1).split("\n").map(signature);
  const [origin, size, root, ...more] = body.slice(0, -1).split("\n");
  if (!origin || !root || more.includes("") || !/^(0|[1-9][0-9]*)$/.test(size) || signatures.includes(undefined)) return undefined;
  const bytes = base64(root);
  return bytes?.length === 32 ? { body, origin, size: Number(size), root: bytes, more, signatures } : undefined;
}

function signature(line) {
  const [name, blob, ...others] = line.slice(DASH.length).split(" ");
  const bytes = base64(blob ?? "");
  if (!line.startsWith(DASH) || !name || /[+\s]/.test(name) || others.length || !(bytes?.length > 4)) return undefined;
  return { name, blob: bytes };
}

// The bytes, or undefined for anything but their one form.
function base64(value) {
  const bytes = Buffer.from(value, "base64");
  return bytes.toString("base64") === value ? bytes : undefined;
}
