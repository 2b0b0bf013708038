import type { Code } from "./bit-reader.js";
import { checkPages, malformed, quoted } from "./format.js";

const NAME = "BVGraph .properties";

/** How a BVGraph is written. */
export interface BVGraphProperties {
  readonly nodes: number;
  readonly arcs: number;
  /** References reach back at most so far; 0: no references. */
  readonly windowSize: number;
  /** Shortest run of successors that is stored as an interval; 0: no intervals. */
  readonly minIntervalLength: number;
  /** Parameter of ZETA, modulus of GOLOMB. */
  readonly zetaK: number;
  readonly codes: Readonly<Record<Component, Code>>;
}

type Component = "outdegrees" | "references" | "block_count" | "blocks" | "intervals" | "residuals" | "offsets";

const DEFAULT_CODES: Readonly<Record<Component, Code>> = {
  outdegrees: "GAMMA",
  references: "UNARY",
  block_count: "GAMMA",
  blocks: "GAMMA",
  intervals: "GAMMA",
  residuals: "ZETA",
  offsets: "GAMMA",
};

/**
 * Reads the .properties file of a graph compressed by WebGraph.
 *
 * @throws "format" for a file of another class (EFGraph, ...), another version, or missing or impossible values
 */
export function readProperties(text: string): BVGraphProperties {
  const entries = parse(text);
  const graphClass = entries.get("graphclass")?.value.replace(/^class /, "");
  if (graphClass === undefined) {
    throw malformed(NAME, {}, "graphclass=it.unimi.dsi.webgraph.BVGraph", "no graphclass");
  }
  if (!/(^|\.)BVGraph$/.test(graphClass)) {
    throw malformed(
      NAME,
      { line: entries.get("graphclass")?.line },
      "graphclass=it.unimi.dsi.webgraph.BVGraph",
      graphClass,
      `Convert it with WebGraph: java it.unimi.dsi.webgraph.Transform identity SOURCE DESTINATION`,
    );
  }
  const integer = (key: string, lowest: number, fallback?: number): number => {
    const entry = entries.get(key);
    if (entry === undefined && fallback !== undefined) return fallback;
    const value = Number(entry?.value);
    if (entry !== undefined && /^-?\d+$/.test(entry.value) && Number.isSafeInteger(value) && value >= lowest)
      return value;
    const found = entry === undefined ? "none" : quoted(entry.value);
    throw malformed(NAME, { line: entry?.line }, `${key} as an integer from ${lowest}`, found);
  };
  const refuse = (key: string, expected: string, next?: string): never => {
    const entry = entries.get(key);
    throw malformed(NAME, { line: entry?.line }, expected, quoted(`${key}=${entry?.value}`), next);
  };
  if (integer("version", 0, 0) !== 0) refuse("version", "version 0");
  const order = entries.get("endianness")?.value ?? "big";
  if (order !== "big")
    refuse("endianness", "bits in big-endian order", "Convert it: webgraph to bvgraph --endianness big");
  const nodes = integer("nodes", 0);
  const arcs = integer("arcs", 0);
  checkPages(NAME, { line: entries.get("nodes")?.line }, nodes);
  if (arcs > 4294967295) refuse("arcs", "fewer than 2^32 links");
  const zetaK = integer("zetak", 1, 3);
  if (zetaK > 30) refuse("zetak", "zetak from 1 to 30");
  return {
    nodes,
    arcs,
    windowSize: integer("windowsize", 0),
    minIntervalLength: integer("minintervallength", 0),
    zetaK,
    codes: readCodes(entries.get("compressionflags")),
  };
}

interface Entry {
  readonly value: string;
  readonly line: number;
}

/** "RESIDUALS_GAMMA | OFFSETS_DELTA": what differs from the defaults. */
function readCodes(flags: Entry | undefined): Record<Component, Code> {
  const codes = { ...DEFAULT_CODES };
  for (const flag of (flags?.value ?? "").split("|").map((part) => part.trim())) {
    if (flag === "") continue;
    const match =
      /^(OUTDEGREES|REFERENCES|BLOCK_COUNT|BLOCKS|INTERVALS|RESIDUALS|OFFSETS)_(UNARY|GAMMA|DELTA|ZETA|NIBBLE|GOLOMB)$/.exec(
        flag,
      );
    if (!match) {
      throw malformed(
        NAME,
        { line: flags?.line },
        "compressionflags like RESIDUALS_ZETA | OFFSETS_DELTA",
        quoted(flag),
      );
    }
    codes[match[1].toLowerCase() as Component] = match[2] as Code;
  }
  return codes;
}

/** Lines "key=value"; # and ! begin comments; a backslash keeps the character behind it. */
function parse(text: string): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim();
    if (line === "" || line.startsWith("#") || line.startsWith("!")) continue;
    const match = /^([^=:\s]+)\s*[=:\s]\s*(.*)$/.exec(line);
    if (match) entries.set(match[1], { value: match[2].replace(/\\(.)/g, "$1"), line: index + 1 });
  }
  return entries;
}
