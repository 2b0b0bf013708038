import type { BuiltGraph, LinkPolicy } from "../graph/builder.js";

/**
 * Writes the rows of a graph page by page, applying the link policy as it goes: memory never holds what the policy
 * drops.
 */
export class Rows {
  readonly #chunks: Uint32Array[] = [];
  #chunk = new Uint32Array(1 << 20);
  #length = 0;
  readonly #offsets: Uint32Array;
  readonly #references: Uint32Array;
  readonly #lastSource: Uint32Array; // lastSource[v] = u + 1 when u -> v was seen in the row of u
  readonly #keepRepeats: boolean;
  readonly #keepSelves: boolean;
  #page = 0;
  #written = 0;
  #selves = 0;
  #repeats = 0;
  #links = 0;

  constructor(size: number, { duplicates = "drop", selfLinks = "drop" }: LinkPolicy) {
    this.#offsets = new Uint32Array(size + 1);
    this.#references = new Uint32Array(size);
    this.#lastSource = new Uint32Array(size);
    this.#keepRepeats = duplicates === "keep";
    this.#keepSelves = selfLinks === "keep";
  }

  link(target: number): void {
    this.#written++;
    const page = this.#page;
    const repeated = this.#lastSource[target] === page + 1;
    if (target === page) {
      this.#selves++;
      if (!this.#keepSelves) return;
    } else if (repeated) this.#repeats++;
    if (repeated && !this.#keepRepeats) return;
    this.#lastSource[target] = page + 1;
    if (this.#length === this.#chunk.length) {
      this.#chunks.push(this.#chunk);
      this.#chunk = new Uint32Array(1 << 20);
      this.#length = 0;
    }
    this.#chunk[this.#length++] = target;
  }

  /** Ends the row of the current page, which also has so many links to pages outside. */
  end(outside: number): void {
    this.#links += this.#written;
    this.#references[this.#page] = this.#written + outside;
    this.#written = 0;
    this.#offsets[++this.#page] = this.#chunks.length * (1 << 20) + this.#length;
  }

  build(): BuiltGraph & { readonly references: Uint32Array } {
    const size = this.#page;
    const targets = new Uint32Array(this.#offsets[size]);
    let filled = 0;
    for (const chunk of this.#chunks) {
      targets.set(chunk, filled);
      filled += chunk.length;
    }
    targets.set(this.#chunk.subarray(0, this.#length), filled);
    return {
      graph: { size, links: targets.length, offsets: this.#offsets, targets },
      found: { links: this.#links, selfLinks: this.#selves, duplicates: this.#repeats },
      references: this.#references,
    };
  }
}
