// Files of a bundle by name, from a folder or from a zip file.

import { closeSync, existsSync, lstatSync, openSync, readFileSync, readSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { crc32, inflateRawSync } from "node:zlib";

export class Unreadable extends Error {
  constructor(code, reason) {
    super(reason);
    this.code = code;
  }
}

const LARGEST = 2 ** 29; // bytes of a file: what is larger is not read, and would only fill the memory

export function filesIn(place) {
  if (!existsSync(place)) throw new Unreadable("bundle/not-found", `${place}: no such file or folder`);
  return statSync(place).isDirectory() ? folder(place) : zipped(place);
}

function folder(place) {
  const path = (name) => join(place, name);
  return {
    has: (name) => lstatSync(path(name), { throwIfNoEntry: false })?.isFile() ?? false, // a link is no file of the bundle
    read(name) {
      if (statSync(path(name)).size > LARGEST) throw new Unreadable("bundle/not-found", `${name} is too large for this verifier`);
      return readFileSync(path(name));
    },
    games: () => (existsSync(path("games")) ? readdirSync(path("games")).filter((name) => !name.startsWith(".")) : []),
  };
}

function zipped(place) {
  const file = openSync(place, "r");
  const size = statSync(place).size;
  const bytes = (at, length) => {
    const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - at)));
    readSync(file, buffer, 0, buffer.length, at);
    return buffer;
  };
  const entries = directory(bytes, size);
  const root = rootOf([...entries.keys()]);
  const start = `${root}games/`;
  return {
    has: (name) => entries.has(root + name),
    read: (name) => unpacked(bytes, entries.get(root + name), name),
    games: () =>
      [...entries.keys()]
        .filter((name) => name.startsWith(start))
        .map((name) => name.slice(start.length))
        .filter((name) => name && !name.includes("/") && !name.startsWith(".")),
    close: () => closeSync(file),
  };
}

function rootOf(names) {
  const first = names.length && names[0].includes("/") ? names[0].slice(0, names[0].indexOf("/") + 1) : "";
  return first && names.every((name) => name.startsWith(first)) ? first : "";
}

// The directory at the end of a zip file: where each member begins, how it is packed, and how long it is.
function directory(bytes, size) {
  const tail = bytes(Math.max(0, size - 65557), 65557);
  const end = tail.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  if (end < 0) throw new Unreadable("bundle/zip", "neither a folder nor a zip file");
  let count = tail.readUInt16LE(end + 10);
  let at = tail.readUInt32LE(end + 16);
  if (end >= 20 && tail.readUInt32LE(end - 20) === 0x07064b50) {
    const large = bytes(Number(tail.readBigUInt64LE(end - 12)), 56);
    count = Number(large.readBigUInt64LE(32));
    at = Number(large.readBigUInt64LE(48));
  }
  const whole = bytes(at, size - at);
  const entries = new Map();
  for (let place = 0; count > 0; count -= 1) {
    if (whole.length < place + 46 || whole.readUInt32LE(place) !== 0x02014b50) {
      throw new Unreadable("bundle/zip", "the directory of the zip file is damaged");
    }
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => whole.readUInt16LE(place + offset));
    const name = whole.toString("utf8", place + 46, place + 46 + nameLength);
    const extra = whole.subarray(place + 46 + nameLength, place + 46 + nameLength + extraLength);
    if (entries.has(name)) throw new Unreadable("bundle/zip", "two files in it have the same name");
    entries.set(name, member(whole, place, extra));
    place += 46 + nameLength + extraLength + commentLength;
  }
  return entries;
}

function member(whole, place, extra) {
  const found = {
    method: whole.readUInt16LE(place + 10),
    crc: whole.readUInt32LE(place + 16),
    packed: whole.readUInt32LE(place + 20),
    size: whole.readUInt32LE(place + 24),
    at: whole.readUInt32LE(place + 42),
  };
  const wide = longField(extra);
  for (const name of ["size", "packed", "at"]) {
    if (found[name] === 0xffffffff && wide.length >= 8) found[name] = Number(wide.splice(0, 8).reduceRight((sum, byte) => sum * 256 + byte, 0));
  }
  return found;
}

// The extra field 1 holds, as eight bytes each, the numbers that four bytes could not.
function longField(extra) {
  for (let place = 0; place + 4 <= extra.length; place += 4 + extra.readUInt16LE(place + 2)) {
    if (extra.readUInt16LE(place) === 1) return [...extra.subarray(place + 4, place + 4 + extra.readUInt16LE(place + 2))];
  }
  return [];
}

function unpacked(bytes, entry, name) {
  const head = bytes(entry.at, 30);
  if (entry.size > LARGEST) throw new Unreadable("bundle/zip", `${name} is too large for this verifier`);
  const begin = entry.at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  const stored = bytes(begin, entry.packed);
  try {
    const content = entry.method === 0 ? stored : inflateRawSync(stored, { maxOutputLength: entry.size + 1 });
    if (content.length !== entry.size || (crc32 && crc32(content) !== entry.crc)) throw new Error("its checksum does not fit");
    return content;
  } catch (error) {
    throw new Unreadable("bundle/zip", `${name} cannot be unpacked: ${error.message}`);
  }
}
