// Writes catalogue.ts from the cards in datasets/, so that editors know their names; part of every build.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const folder = new URL("../../../datasets/", import.meta.url);
const cards = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .sort()
  .map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")));
const lines = [
  "// Written by write-catalogue.mjs from the cards in datasets/: edit those.",
  "",
  "/** Names of the catalogue. */",
  "export type DatasetName =",
  ...cards.map(({ id }, index) => `  | "${id}"${index === cards.length - 1 ? ";" : ""}`),
  "",
  "/** What each dataset carries. */",
  "interface Carried {",
  ...cards.map(({ id, capabilities }) => {
    const key = /^[a-z]+$/i.test(id) ? id : `"${id}"`;
    return `  ${key}: ${capabilities.map((each) => `"${each}"`).join(" | ")};`;
  }),
  "}",
  "",
  "export type CapabilitiesOf<N extends DatasetName> = Carried[N];",
  "",
];
const target = new URL("./catalogue.ts", import.meta.url);
const text = lines.join("\n");
let before = "";
try {
  before = readFileSync(target, "utf8");
} catch {}
if (text !== before) writeFileSync(target, text);
