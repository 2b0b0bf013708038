import { expect } from "vitest";

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => Buffer.from(buffer, byteOffset, byteLength);

/** Arrays of numbers with the same bytes are equal. Vitest goes through them number by number, at some 5 us each. */
expect.addEqualityTesters([
  (a, b) =>
    (ArrayBuffer.isView(a) &&
      ArrayBuffer.isView(b) &&
      a.constructor === b.constructor &&
      bytesOf(a).equals(bytesOf(b))) ||
    undefined,
]);
