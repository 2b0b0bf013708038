import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UrlTree } from "../../../src/urldb/seen/url-tree.js";

const anyKey = fc.uint8Array({ minLength: 1, maxLength: 8, max: 3 });
const inOrder = (tree: UrlTree): number[] => {
  const numbers: number[] = [];
  for (let number = tree.first(); number >= 0; number = tree.after(number)) numbers.push(number);
  return numbers;
};

describe("a tree of keys", () => {
  it("numbers each key when it first comes, and walks them in the order of their bytes, like a sorted Set", () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyKey, { maxLength: 300 }), { maxLength: 3 }), (rounds) => {
        const tree = new UrlTree();
        for (const keys of rounds) {
          tree.clear();
          const numbers = new Map<string, number>();
          for (const key of keys) {
            const text = Buffer.from(key).toString("hex");
            const expected = numbers.has(text) ? -1 : numbers.size;
            if (expected >= 0) numbers.set(text, expected);
            expect(tree.add(key, key.length, {} as never, 0)).toBe(expected);
          }
          const sorted = [...numbers.keys()].sort(); // hexadecimal digits sort as the bytes do
          expect(inOrder(tree)).toEqual(sorted.map((text) => numbers.get(text)));
        }
      }),
    );
  });

  it("stays flat when keys come in order, which an unbalanced tree would not survive", () => {
    const tree = new UrlTree();
    const key = Buffer.alloc(4);
    for (let i = 0; i < 200_000; i++) {
      key.writeUInt32BE(i);
      tree.add(key, 4, {} as never, 0); // 200,000 steps deep it would take 2e10 steps
    }
    expect(inOrder(tree).every((number, i) => number === i)).toBe(true);
    expect(tree.size).toBe(200_000);
  });
});
