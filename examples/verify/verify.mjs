#!/usr/bin/env node
// A second verifier of Croupier's bundles, written from docs/verify.md alone, without any dependency.
//
//   node verify.mjs BUNDLE... [--json]      folders or zip files; with --json a line for each
//
// Ends with 0 if nothing is wrong, with 1 if something is, with 2 if there is nothing that can be read.

import { verify } from "./bundle.mjs";
import { Unreadable, filesIn } from "./files.mjs";

const places = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const json = process.argv.includes("--json");

function check(place) {
  try {
    return tell(place, verify(filesIn(place)));
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    if (json) console.log(JSON.stringify({ place, unreadable: error.code, reason: error.message }));
    else console.error(`error: ${error.code}: ${error.message}`);
    return 2;
  }
}

function tell(place, { tournament, findings, unchecked, games }) {
  const sound = findings.length === 0;
  if (json) {
    console.log(JSON.stringify({ place, tournament, sound, findings, unchecked, games }));
    return sound ? 0 : 1;
  }
  console.log(`${place}: ${sound ? "nothing is wrong" : "something is wrong"} (${tournament}, ${games} games)`);
  for (const { code, log, line, reason } of findings) console.log(`  ${log}${line ? `, line ${line}` : ""}: ${reason} [${code}]`);
  for (const gap of unchecked) console.log(`  not checked: ${gap}`);
  return sound ? 0 : 1;
}

if (!places.length) console.error("usage: node verify.mjs BUNDLE... [--json]");
process.exitCode = places.length ? Math.max(...places.map(check)) : 2;
