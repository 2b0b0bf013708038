// Node 20 has these; the TypeScript 5.0.4 inside tslab was released before they were declared (ECMAScript 2023, 23.1.3.33 to 23.1.3.39).

interface Array<T> {
  toReversed(): T[];
  toSorted(compare?: (a: T, b: T) => number): T[];
  toSpliced(start: number, deleteCount?: number, ...items: T[]): T[];
  with(index: number, value: T): T[];
}

interface ReadonlyArray<T> {
  toReversed(): T[];
  toSorted(compare?: (a: T, b: T) => number): T[];
  toSpliced(start: number, deleteCount?: number, ...items: T[]): T[];
  with(index: number, value: T): T[];
}

interface Uint8Array {
  toReversed(): Uint8Array;
  toSorted(compare?: (a: number, b: number) => number): Uint8Array;
  with(index: number, value: number): Uint8Array;
}

interface Uint32Array {
  toReversed(): Uint32Array;
  toSorted(compare?: (a: number, b: number) => number): Uint32Array;
  with(index: number, value: number): Uint32Array;
}

interface Int32Array {
  toReversed(): Int32Array;
  toSorted(compare?: (a: number, b: number) => number): Int32Array;
  with(index: number, value: number): Int32Array;
}

interface Float64Array {
  toReversed(): Float64Array;
  toSorted(compare?: (a: number, b: number) => number): Float64Array;
  with(index: number, value: number): Float64Array;
}
