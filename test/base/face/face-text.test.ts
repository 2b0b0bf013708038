import { expect, it } from "vitest";
import { faceText } from "../../../src/base/face/face-text.js";

it("a face reads from top to bottom as it is seen, each kind of content once", () => {
  const text = faceText({
    notes: ["a note"],
    lines: "one\n  two",
    tables: [{ title: "A table", rows: [{ size: 1 }] }, { rows: [] }],
    items: [{ mark: "ties", color: "#777", text: "which goes first", more: "fifo, lifo" }],
    warnings: ["a warning"],
    say: "what was found",
  });
  const [, , , , title, head, , row, ...rest] = text.split("\n");
  expect(text).toMatch(/^what was found\na warning\n {2}ties: which goes first\n {4}fifo, lifo\n/);
  expect([title, head.trim(), row.trim(), ...rest]).toEqual(["A table", "size", "1", "one", "  two", "a note"]);
  expect(faceText({})).toBe("");
});

it("long sentences are broken at the width that results keep to", () => {
  const lines = faceText({ say: "word ".repeat(60).trim(), warnings: ["word ".repeat(30).trim()] }).split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(110);
  expect(lines.join(" ").match(/word/g)).toHaveLength(90);
});
