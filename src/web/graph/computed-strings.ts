import { Strings } from "../../base/strings.js";

/**
 * A column of strings that are computed when asked for: no memory per string. Only `bytes`, `offsets` and `byteLength`
 * write all of them down, at the first use.
 */
export class ComputedStrings extends Strings {
  readonly #size: number;
  readonly #compute: (index: number) => string;
  #written: Strings | undefined;

  /** @param compute the string of an index, 0 <= index < size; the same at every call */
  constructor(size: number, compute: (index: number) => string) {
    super(new Uint8Array(0), new Uint32Array(1));
    this.#size = size;
    this.#compute = compute;
  }

  override get size(): number {
    return this.#size;
  }

  override get byteLength(): number {
    return this.#all().byteLength;
  }

  override get bytes(): Uint8Array {
    return this.#all().bytes;
  }

  override get offsets(): Uint32Array {
    return this.#all().offsets;
  }

  override at(index: number): string {
    return Number.isInteger(index) && index >= 0 && index < this.#size ? this.#compute(index) : "";
  }

  override indexOf(value: string): number {
    for (let i = 0; i < this.#size; i++) if (this.#compute(i) === value) return i;
    return -1;
  }

  override *[Symbol.iterator](): Iterator<string> {
    for (let i = 0; i < this.#size; i++) yield this.#compute(i);
  }

  #all(): Strings {
    this.#written ??= Strings.from(this);
    return this.#written;
  }
}
