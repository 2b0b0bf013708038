import { decodeAttribute } from "./entities.js";
import { ATTRIBUTES, TELLING } from "./link-rules.js";

const D = "d".charCodeAt(0);

/**
 * The start tag that is being read, and those of its attributes that tell something; the first of a name counts. Used
 * again for every tag.
 */
export class StartTag {
  tag = 0;
  /** Within a drawing or a formula. */
  foreign = false;
  #text = "";
  readonly #names: number[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  #count = 0;

  /** @param text that all places are places of */
  readFrom(text: string): void {
    this.#text = text;
  }

  begin(tag: number, foreign: boolean): void {
    this.tag = tag;
    this.foreign = foreign;
    this.#count = 0;
  }

  add(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    if (!TELLING[this.tag] && (this.#text.charCodeAt(nameStart) | 0x20) !== D) return;
    const name = ATTRIBUTES.find(this.#text, nameStart, nameEnd);
    if (name === 0) return;
    for (let index = 0; index < this.#count; index++) if (this.#names[index] === name) return;
    this.#names[this.#count] = name;
    this.#starts[this.#count] = valueStart;
    this.#ends[this.#count++] = valueEnd;
  }

  /** Attributes kept. */
  get count(): number {
    return this.#count;
  }

  /** Number of an attribute, by its place among those kept. */
  nameAt(index: number): number {
    return this.#names[index];
  }

  valueAt(index: number): string {
    return decodeAttribute(this.#text.slice(this.#starts[index], this.#ends[index]));
  }

  /** Value of an attribute by its number, references standing as written. */
  written(name: number): string | undefined {
    for (let index = 0; index < this.#count; index++) {
      if (this.#names[index] === name) return this.#text.slice(this.#starts[index], this.#ends[index]);
    }
    return undefined;
  }

  value(name: number): string | undefined {
    const written = this.written(name);
    return written === undefined ? undefined : decodeAttribute(written);
  }
}
