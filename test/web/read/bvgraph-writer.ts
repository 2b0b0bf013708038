import type { Random } from "../../../src/base/random.js";
import { type Graph, linksOf } from "../../../src/web/graph/graph.js";
import type { Code } from "../../../src/web/read/bit-reader.js";
import type { BVGraphFiles } from "../../../src/web/read/bvgraph.js";

/** Writes bits, the highest of each byte first, one by one: slow, and unlike the reader in every way. */
export class BitWriter {
  readonly bits: number[] = [];

  /** A string of 0 and 1. */
  raw(bits: string): void {
    for (const bit of bits) this.bits.push(Number(bit));
  }

  code(code: Code, value: number, k: number): void {
    this.raw(codeword(code, value, k));
  }

  bytes(): Uint8Array {
    const bytes = new Uint8Array(Math.ceil(this.bits.length / 8));
    for (const [index, bit] of this.bits.entries()) bytes[index >> 3] |= bit << (7 - (index & 7));
    return bytes;
  }
}

/** The codeword of a natural number, built from its definition on strings. */
export function codeword(code: Code, value: number, k: number): string {
  const binary = (value + 1).toString(2);
  switch (code) {
    case "UNARY":
      return `${"0".repeat(value)}1`;
    case "GAMMA":
      return codeword("UNARY", binary.length - 1, k) + binary.slice(1);
    case "DELTA":
      return codeword("GAMMA", binary.length - 1, k) + binary.slice(1);
    case "ZETA": {
      const h = Math.floor((binary.length - 1) / k);
      return codeword("UNARY", h, k) + minimalBinary(value + 1 - 2 ** (h * k), 2 ** ((h + 1) * k) - 2 ** (h * k));
    }
    case "NIBBLE": {
      const groups = value.toString(8).split("");
      return groups
        .map((digit, index) => (index === groups.length - 1 ? "1" : "0") + Number(digit).toString(2).padStart(3, "0"))
        .join("");
    }
    case "GOLOMB":
      return codeword("UNARY", Math.floor(value / k), k) + minimalBinary(value % k, k);
  }
}

/** `value` of 0 .. size - 1: the first 2^s - size values in s - 1 bits, the others in s, for s = ceil(log2 size). */
function minimalBinary(value: number, size: number): string {
  const s = Math.ceil(Math.log2(size));
  const short = 2 ** s - size;
  if (size === 1) return "";
  return value < short
    ? s === 1
      ? ""
      : value.toString(2).padStart(s - 1, "0")
    : (value + short).toString(2).padStart(s, "0");
}

export interface BVGraphSettings {
  readonly windowSize: number;
  readonly minIntervalLength: number;
  readonly zetaK: number;
  readonly codes: Readonly<
    Record<"outdegrees" | "references" | "block_count" | "blocks" | "intervals" | "residuals" | "offsets", Code>
  >;
}

/**
 * Writes `graph`, whose successors ascend, as a BVGraph. Each page refers to a page drawn from the window, or to none,
 * and copies each common successor with probability 3/4, so that copies, intervals and residuals interleave.
 */
export function writeBVGraph(graph: Graph, settings: BVGraphSettings, random: Random): Required<BVGraphFiles> {
  const { windowSize, minIntervalLength, zetaK, codes } = settings;
  const writer = new BitWriter();
  const offsets = new BitWriter();
  let written = 0;
  const put = (part: keyof typeof codes, value: number) => writer.code(codes[part], value, zetaK);
  const mark = () => {
    offsets.code(codes.offsets, writer.bits.length - written, zetaK);
    written = writer.bits.length;
  };
  for (let node = 0; node < graph.size; node++) {
    mark();
    const successors = [...linksOf(graph, node)];
    put("outdegrees", successors.length);
    if (successors.length === 0) continue;
    let extra = successors;
    if (windowSize > 0) {
      const reference = random.below(Math.min(windowSize, node) + 1);
      put("references", reference);
      if (reference > 0) {
        const wanted = new Set(successors);
        const list = [...linksOf(graph, node - reference)];
        const copied = list.map((target) => wanted.has(target) && random.below(4) > 0);
        const blocks = runLengths(copied);
        put("block_count", blocks.length);
        for (const [index, length] of blocks.entries()) put("blocks", index === 0 ? length : length - 1);
        const taken = new Set(list.filter((_, index) => copied[index]));
        extra = successors.filter((target) => !taken.has(target));
      }
    }
    if (extra.length === 0) continue;
    if (minIntervalLength > 0) {
      const runs = runsOf(extra).filter(({ length }) => length >= minIntervalLength);
      put("intervals", runs.length);
      let end = 0;
      for (const [index, { left, length }] of runs.entries()) {
        put("intervals", index === 0 ? natural(left - node) : left - end - 1);
        put("intervals", length - minIntervalLength);
        end = left + length;
      }
      extra = extra.filter((target) => !runs.some(({ left, length }) => target >= left && target < left + length));
    }
    for (const [index, target] of extra.entries()) {
      put("residuals", index === 0 ? natural(target - node) : target - extra[index - 1] - 1);
    }
  }
  mark();
  return { graph: writer.bytes(), offsets: offsets.bytes(), properties: propertiesOf(graph, settings) };
}

export function propertiesOf(graph: Graph, { codes, windowSize, minIntervalLength, zetaK }: BVGraphSettings): string {
  const flags = Object.entries(codes).map(([part, code]) => `${part.toUpperCase()}_${code}`);
  return [
    "#BVGraph properties",
    "graphclass=it.unimi.dsi.webgraph.BVGraph",
    "version=0",
    `nodes=${graph.size}`,
    `arcs=${graph.links}`,
    `windowsize=${windowSize}`,
    `minintervallength=${minIntervalLength}`,
    `zetak=${zetaK}`,
    `compressionflags=${flags.join(" | ")}`,
    "",
  ].join("\n");
}

/** Lengths of runs of equal flags, beginning with a run of true, without the last run. */
function runLengths(flags: readonly boolean[]): number[] {
  const lengths: number[] = [];
  let current = true;
  let length = 0;
  for (const flag of flags) {
    if (flag !== current) {
      lengths.push(length);
      length = 0;
      current = flag;
    }
    length++;
  }
  return lengths;
}

/** Maximal runs of consecutive numbers in an ascending list. */
function runsOf(values: readonly number[]): { left: number; length: number }[] {
  const runs: { left: number; length: number }[] = [];
  for (const value of values) {
    const run = runs.at(-1);
    if (run && run.left + run.length === value) run.length++;
    else runs.push({ left: value, length: 1 });
  }
  return runs;
}

/** 0, -1, 1, -2, ... as 0, 1, 2, 3, ... */
const natural = (value: number): number => (value >= 0 ? 2 * value : -2 * value - 1);
