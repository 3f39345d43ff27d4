// Commitments, beacon and decks.

import { createHmac } from "node:crypto";
import { hex, sha256 } from "./lines.mjs";

const bytes = (text) => Buffer.from(text, "hex");
const u32 = (number) => {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32BE(number);
  return buffer;
};
const hmac = (key, ...parts) => createHmac("sha256", key).update(Buffer.concat(parts.map((part) => Buffer.from(part)))).digest();

export const seedCommitment = (seed) => hex("croupier/seed/v1\0", bytes(seed));
export const beaconOf = (nonces) => hex("croupier/beacon/v1\0", ...nonces.map(bytes).sort(Buffer.compare));
export const boardSeed = (seed, board) => hmac(bytes(seed), "croupier/board/v1\0", board).toString("hex");
export const deckCommitment = (seed) => hex("croupier/deck/v1\0", bytes(seed));

export function shuffled(seed, beacon, deal, pack) {
  const cards = [...pack];
  const word = words(bytes(seed), bytes(beacon), deal);
  for (let i = cards.length - 1; i > 0; i -= 1) {
    const limit = 2 ** 32 - (2 ** 32 % (i + 1));
    let drawn = word();
    while (drawn >= limit) drawn = word();
    const other = drawn % (i + 1);
    [cards[i], cards[other]] = [cards[other], cards[i]];
  }
  return cards.join(" ");
}

function words(seed, beacon, deal) {
  let block = Buffer.alloc(0);
  let at = 0;
  let number = 0;
  return () => {
    if (at === block.length) {
      block = hmac(seed, "croupier/shuffle/v1\0", beacon, u32(deal), u32(number));
      number += 1;
      at = 0;
    }
    at += 4;
    return block.readUInt32BE(at - 4);
  };
}

const packs = {
  italian40: { suits: "CDSB", ranks: "24567JQK3A", copies: [""] },
  french52: { suits: "CDHS", ranks: "23456789TJQKA", copies: [""] },
  french32: { suits: "CDHS", ranks: "789TJQKA", copies: [""] },
  french32x2: { suits: "CDHS", ranks: "789JQKTA", copies: ["1", "2"] },
  "french32x2, one copy": { suits: "CDHS", ranks: "789JQKTA", copies: [""] },
};

export function packOf(name, without = []) {
  const { suits, ranks, copies } = packs[name];
  const cards = copies.flatMap((copy) => [...suits].flatMap((suit) => [...ranks].map((rank) => rank + suit + copy)));
  return cards.filter((card) => !without.includes(card));
}

const TWOS = ["2C", "2D", "2S", "2B"];
const games = {
  briscola: (options) => packOf("italian40", options.players === 3 ? [options.removed_two] : options.players === 6 ? TWOS : []),
  trionfo: (options) =>
    packOf("french52", options.leftover === "strip" ? ["2C", "2D", "2H", "2S"].slice(0, 52 % options.players) : []),
  bezique: (options) => packOf(options.packs === 1 ? "french32x2, one copy" : "french32x2"),
  piquet: () => packOf("french32"),
};

// The pack of a game with its options, or undefined for a game that is not known here.
export const gamePack = (game, options) => (Object.hasOwn(games, game) ? games[game](options) : undefined);

export { sha256 };
