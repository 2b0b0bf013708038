import type { ProgressListener } from "../../base/progress-event.js";
import { applyPolicy } from "../graph/builder.js";
import type { Graph } from "../graph/graph.js";
import { BitReader } from "./bit-reader.js";
import { type BVGraphProperties, readProperties } from "./bvgraph-properties.js";
import { type FilesFormat, type GraphData, malformed, type ReadOptions } from "./format.js";
import { collect, decode } from "./lines.js";

const NAME = "BVGraph";
/**
 * Bits of zeros that may follow the last record are fewer. WebGraph fills a byte, the Rust port 8, files in circulation
 * up to 16.
 */
const PADDING = 128;
const DAMAGED =
  "The file is damaged or cut short, or .graph and .properties are of different graphs: fetch both again.";

export interface BVGraphFiles {
  /** Text of the .properties file. */
  readonly properties: string;
  /** Bytes of the .graph file. */
  readonly graph: Uint8Array;
  /** Bytes of the .offsets file: not needed, checked where given. */
  readonly offsets?: Uint8Array;
}

/** How the links of a BVGraph are stored, as .properties counts them. */
export interface BVGraphCounts {
  /** Taken from the successors of another page. */
  readonly copied: number;
  /** In intervals. */
  readonly intervalised: number;
  readonly residual: number;
}

/** The files of a graph compressed by WebGraph: see `decodeBVGraph`. */
export const bvgraph: FilesFormat = {
  kind: "format",
  name: "bvgraph",
  title: "BVGraph (x.graph with x.properties)",
  source: "Boldi and Vigna 2004, The WebGraph framework I: compression techniques",
  roles: ["graph", "properties"],
  optional: ["offsets"],
  endings: { properties: ".properties", graph: ".graph", offsets: ".offsets" },
  async readFiles({ properties, graph, offsets }, options) {
    const files = { properties: decode(await collect(properties)), graph: await collect(graph) };
    return readBVGraph({ ...files, ...(offsets ? { offsets: await collect(offsets) } : {}) }, options);
  },
};

/**
 * Reads a graph compressed by WebGraph, as published by the Laboratory for Web Algorithmics, with the link policy
 * applied. See `decodeBVGraph`.
 */
export function readBVGraph(files: BVGraphFiles, options: ReadOptions = {}): GraphData {
  return applyPolicy(decodeBVGraph(files, options.onProgress).graph, options);
}

/**
 * Decodes every record of a BVGraph in order. Boldi and Vigna 2004, "The WebGraph framework I: compression techniques",
 * section 4.
 *
 * The record of page x is: outdegree d; where d > 0 and references are used, r (0: none): the successors of x - r are
 * copied in part, as told by the lengths of blocks that are copied and skipped in turn; then runs of consecutive
 * successors, as intervals; then the residual successors as gaps. The first interval and the first residual stand
 * relative to x, with a sign.
 *
 * @returns the links as stored, successors ascending
 * @throws "format" with bit and node when a record is impossible, reaches behind the end, or differs from
 *   .properties or
 * .offsets; when anything but padding follows the last record
 *
 * O(m); 4 bytes per link and page, and a copy of the .graph file.
 */
export function decodeBVGraph(
  { properties, graph, offsets }: BVGraphFiles,
  onProgress?: ProgressListener,
): { readonly graph: Graph; readonly counts: BVGraphCounts } {
  const settings = readProperties(properties);
  const records = new Records(settings, new BitReader(graph, NAME));
  const index = offsets && new OffsetCheck(settings, offsets);
  const { nodes } = settings;
  const step = Math.max(1 << 16, Math.ceil(nodes / 16));
  for (let node = 0; node < nodes; node++) {
    index?.check(node, records.position);
    records.read(node);
    if (node % step === step - 1) onProgress?.({ task: `decode ${nodes} pages`, done: node + 1, total: nodes });
  }
  records.finish();
  index?.finish(records.position);
  return { graph: records.graph, counts: records.counts };
}

/** The records read so far, and the means to read the next. */
class Records {
  readonly #settings: BVGraphProperties;
  readonly #bits: BitReader;
  readonly #outdegree: () => number;
  readonly #reference: () => number;
  readonly #blockCount: () => number;
  readonly #block: () => number;
  readonly #interval: () => number;
  readonly #residual: () => number;
  readonly #offsets: Uint32Array;
  readonly #targets: Uint32Array;
  // The successors of the current page by origin, each part ascending.
  #copies = new Uint32Array(1 << 10);
  #runs = new Uint32Array(1 << 10);
  #residuals = new Uint32Array(1 << 10);
  #merged = new Uint32Array(1 << 10);
  #copied = 0;
  #intervalised = 0;
  #residualCount = 0;
  /** Bits read when the last record ended. */
  position = 0;

  constructor(settings: BVGraphProperties, bits: BitReader) {
    const { codes, zetaK, nodes, arcs } = settings;
    this.#settings = settings;
    this.#bits = bits;
    this.#outdegree = bits.reader(codes.outdegrees, zetaK);
    this.#reference = bits.reader(codes.references, zetaK);
    this.#blockCount = bits.reader(codes.block_count, zetaK);
    this.#block = bits.reader(codes.blocks, zetaK);
    this.#interval = bits.reader(codes.intervals, zetaK);
    this.#residual = bits.reader(codes.residuals, zetaK);
    this.#offsets = new Uint32Array(nodes + 1);
    this.#targets = reserve(arcs);
  }

  get graph(): Graph {
    const { nodes, arcs } = this.#settings;
    return { size: nodes, links: arcs, offsets: this.#offsets, targets: this.#targets };
  }

  get counts(): BVGraphCounts {
    return { copied: this.#copied, intervalised: this.#intervalised, residual: this.#residualCount };
  }

  read(node: number): void {
    const { nodes, arcs, windowSize, minIntervalLength } = this.#settings;
    const bits = this.#bits;
    const offsets = this.#offsets;
    bits.node = node;
    const start = offsets[node];
    const degree = this.#outdegree();
    if (degree > nodes) this.#fail(`at most ${nodes} successors`, `${degree}`);
    if (start + degree > arcs) this.#fail(`${arcs} links in all, as in .properties`, `at least ${start + degree}`);
    offsets[node + 1] = start + degree;
    if (degree > 0) {
      this.#grow(degree);
      const copies = windowSize > 0 ? this.#readCopies(node, degree) : 0;
      const runs = minIntervalLength > 0 && degree > copies ? this.#readRuns(node, degree - copies) : 0;
      const residuals = degree - copies - runs;
      if (residuals > 0) this.#readResiduals(node, residuals);
      this.#copied += copies;
      this.#intervalised += runs;
      this.#residualCount += residuals;
      this.#merge(start, copies, runs, residuals);
    }
    this.position = bits.position;
    if (bits.overrun) this.#fail("a whole record", "the end of the file");
  }

  /** @returns number of successors copied from a page before */
  #readCopies(node: number, degree: number): number {
    const reference = this.#reference();
    if (reference === 0) return 0;
    if (reference > this.#settings.windowSize || reference > node) {
      this.#fail(`a reference of at most ${Math.min(node, this.#settings.windowSize)}`, `${reference}`);
    }
    const targets = this.#targets;
    const copies = this.#copies;
    let from = this.#offsets[node - reference];
    const end = this.#offsets[node - reference + 1];
    let count = 0;
    const copy = (to: number) => {
      if (count + to - from > degree) this.#fail(`at most ${degree} copied successors`, `${count + to - from}`);
      while (from < to) copies[count++] = targets[from++];
    };
    const blocks = this.#blockCount();
    for (let block = 0; block < blocks; block++) {
      const length = this.#block() + (block === 0 ? 0 : 1);
      if (from + length > end) this.#fail(`blocks within the successors of page ${node - reference}`, "longer ones");
      if (block % 2 === 0) copy(from + length);
      else from += length;
    }
    if (blocks % 2 === 0) copy(end); // what follows the last skipped block is copied
    return count;
  }

  /** @returns number of successors that stand in intervals */
  #readRuns(node: number, most: number): number {
    const { nodes, minIntervalLength } = this.#settings;
    const runs = this.#runs;
    let count = 0;
    let next = 0;
    const intervals = this.#interval();
    for (let i = 0; i < intervals; i++) {
      const left = i === 0 ? node + signed(this.#interval()) : next + 1 + this.#interval();
      const length = this.#interval() + minIntervalLength;
      if (count + length > most) this.#fail(`at most ${most} successors in intervals`, `${count + length}`);
      if (left < 0 || left + length > nodes)
        this.#fail(`intervals within 0 .. ${nodes - 1}`, `${left}, ${length} long`);
      next = left + length;
      for (let target = left; target < next; target++) runs[count++] = target;
    }
    return count;
  }

  #readResiduals(node: number, count: number): void {
    const { nodes } = this.#settings;
    const residuals = this.#residuals;
    let target = node + signed(this.#residual());
    if (target < 0 || target >= nodes) this.#fail(`successors from 0 to ${nodes - 1}`, `${target}`);
    residuals[0] = target;
    for (let i = 1; i < count; i++) {
      target += this.#residual() + 1;
      if (target >= nodes) this.#fail(`successors from 0 to ${nodes - 1}`, `${target}`);
      residuals[i] = target;
    }
  }

  /** Puts the three parts into the row, in ascending order. */
  #merge(start: number, copies: number, runs: number, residuals: number): void {
    const targets = this.#targets;
    let extra = runs > 0 ? this.#runs : this.#residuals;
    if (runs > 0 && residuals > 0) {
      merge(this.#runs, runs, this.#residuals, residuals, this.#merged, 0);
      extra = this.#merged;
    }
    merge(this.#copies, copies, extra, runs + residuals, targets, start);
    const end = start + copies + runs + residuals;
    for (let i = start + 1; i < end; i++) {
      if (targets[i] <= targets[i - 1]) this.#fail("each successor once", `${targets[i]} twice`);
    }
  }

  #grow(degree: number): void {
    if (degree <= this.#copies.length) return;
    const length = degree * 2;
    this.#copies = new Uint32Array(length);
    this.#runs = new Uint32Array(length);
    this.#residuals = new Uint32Array(length);
    this.#merged = new Uint32Array(length);
  }

  finish(): void {
    const { nodes, arcs } = this.#settings;
    this.#bits.node = -1;
    const links = this.#offsets[nodes];
    if (links !== arcs) this.#fail(`${arcs} links in all, as in .properties`, `${links}`);
    if (!this.#bits.onlyPadding(PADDING))
      this.#fail("only zeros that fill the last bytes after the last record", "more bits");
  }

  #fail(expected: string, found: string): never {
    const { node, position } = this.#bits;
    throw malformed(NAME, { bit: position, ...(node >= 0 ? { node } : {}) }, expected, found, DAMAGED);
  }
}

/** Compares the bits at which records begin with the .offsets file, a list of gaps. */
class OffsetCheck {
  readonly #bits: BitReader;
  readonly #gap: () => number;
  #offset = 0;

  constructor({ codes, zetaK }: BVGraphProperties, bytes: Uint8Array) {
    this.#bits = new BitReader(bytes, `${NAME} .offsets`);
    this.#gap = this.#bits.reader(codes.offsets, zetaK);
  }

  check(node: number, position: number): void {
    this.#bits.node = node;
    this.#offset += this.#gap();
    if (this.#offset === position && !this.#bits.overrun) return;
    const found = this.#bits.overrun ? "the end of .offsets" : `bit ${this.#offset}`;
    const place = { bit: this.#bits.position, ...(node >= 0 ? { node } : {}) };
    throw malformed(`${NAME} .offsets`, place, `bit ${position}, where the record begins in .graph`, found, DAMAGED);
  }

  finish(position: number): void {
    this.check(-1, position);
    if (this.#bits.onlyPadding(PADDING)) return;
    throw malformed(
      `${NAME} .offsets`,
      { bit: this.#bits.position },
      "zeros up to the next byte",
      "more bits",
      DAMAGED,
    );
  }
}

/** 0, 1, 2, 3, ... stand for 0, -1, 1, -2, ... */
const signed = (natural: number): number => (natural % 2 === 0 ? natural / 2 : -(natural + 1) / 2);

/** Merges the first `m` of `a` and `n` of `b`, both ascending, into `out` from `at` on. */
function merge(a: Uint32Array, m: number, b: Uint32Array, n: number, out: Uint32Array, at: number): void {
  let i = 0;
  let j = 0;
  let next = at;
  while (i < m && j < n) out[next++] = a[i] < b[j] ? a[i++] : b[j++];
  while (i < m) out[next++] = a[i++];
  while (j < n) out[next++] = b[j++];
}

/** Room for `links` targets. */
function reserve(links: number): Uint32Array {
  try {
    return new Uint32Array(links);
  } catch {
    const found = `${links} links, ${Math.ceil((links * 4) / 2 ** 30)} GiB`;
    throw malformed(NAME, {}, "a graph that fits into one array of this machine", found, "Take a smaller graph.");
  }
}
