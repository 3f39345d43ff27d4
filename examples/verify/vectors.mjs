#!/usr/bin/env node
// Checks this verifier against the right values in docs/vectors: `node vectors.mjs [FOLDER]`.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as cards from "./cards.mjs";
import { canonical } from "./lines.mjs";
import { Tree, entered, leafOf, proven, rotated, sealed, signed } from "./seals.mjs";

const folder = process.argv[2] ?? fileURLToPath(new URL("../../docs/vectors", import.meta.url));
const read = (name) => JSON.parse(readFileSync(join(folder, `${name}.json`)));
const bytes = (text) => Buffer.from(text, "hex");
const wrong = [];
const expect = (name, one, other) => {
  if (one !== other) wrong.push(`${name}: ${one} where ${other} is right`);
};

for (const vector of read("shuffle")) {
  const { seed, nonces, beacon, board, board_seed: boardSeed, deal, pack, without, deck } = vector;
  const name = `shuffle ${pack} ${board}`;
  expect(name, cards.seedCommitment(seed), vector.seed_commitment);
  expect(name, cards.beaconOf(nonces), beacon);
  expect(name, cards.boardSeed(seed, board), boardSeed);
  expect(name, cards.deckCommitment(boardSeed), vector.deck_commitment);
  expect(name, cards.shuffled(boardSeed, beacon, deal, cards.packOf(pack, without)), deck);
}

const { vectors: texts, refused } = read("canonical");
for (const { text, canonical: right } of texts) expect("canonical", canonical(JSON.parse(text)), right);
for (const text of refused) {
  let form = "";
  try {
    form = canonical(JSON.parse(text));
  } catch {
    continue; // that there is none is right
  }
  expect(`canonical, ${text}`, form === text, false);
}

const { vectors: statements, refused: forged } = read("ed25519");
for (const { public: key, signature, message } of statements) {
  expect("ed25519", signed(bytes(key), bytes(signature), bytes(message)), true);
  expect("ed25519, another message", signed(bytes(key), bytes(signature), bytes(`${message}00`)), false);
}
for (const { why, public: key, signature, message } of forged) {
  expect(`ed25519, ${why}`, signed(bytes(key), bytes(signature), bytes(message)), false);
}

const { leaves, empty_root: empty, roots } = read("merkle");
const tree = new Tree();
expect("merkle, no leaf", tree.root().toString("hex"), empty);
leaves.forEach((leaf, index) => {
  tree.append(bytes(leaf));
  expect(`merkle, ${index + 1} leaves`, tree.root().toString("hex"), roots[index]);
});

const checks = {
  seal: ({ log, ...fields }) => sealed(log, fields),
  key: ({ log, service, key, signature }) => proven(log, { service, key, proof: signature }),
  entrant: ({ nonce, public: key, signature }) => entered({ nonce, key, proof: signature }),
  rotation: ({ service, old, new: key, signature }) => rotated({ service, old, key, signature }),
};
const seals = read("seals");
for (const { kind, fields, public: key, signature } of seals.signed.filter((each) => each.kind in checks)) {
  expect(kind, checks[kind]({ key, ...fields, signature }), true);
  expect(`${kind}, another signature`, checks[kind]({ key, ...fields, signature: signature.replace(/^../, "00") }), false);
}
const { log, lines, head } = seals.leaf.fields;
expect("leaf", leafOf(log, lines, head).toString("hex"), seals.leaf.data);

wrong.forEach((each) => console.log(each));
console.log(wrong.length ? `${wrong.length} values are wrong` : "all values are right");
process.exitCode = wrong.length ? 1 : 0;
