import { describe, expect, it } from "vitest";
import type { Face } from "../../../src/base/face/face.js";
import { faceText } from "../../../src/base/face/face-text.js";
import { methodFace } from "../../../src/base/face/method-face.js";
import { showPlain } from "../../../src/base/face/plain-face.js";
import { orderings, traces } from "../../../src/index.js";
import { breadthFirst } from "../../../src/ordering/breadth-first.js";
import { opic } from "../../../src/ordering/opic.js";
import { similarity } from "../../../src/ordering/similarity.js";
import { copyingWeb } from "../../../src/web/model/copying-web.js";
import { inCell } from "../in-cell.js";

const textOf = (value: unknown) => faceText(methodFace(value) as Face);

describe("methodFace", () => {
  it("tells of each option of a method its meaning, its range and its default, and where the method is from", () => {
    const face = methodFace(opic) as Face;
    const text = faceText(face);
    expect(face.say).toBe("opic, ordering: Abiteboul, Preda and Cobena 2003");
    expect(face.items?.map(({ mark }) => mark)).toEqual(Object.keys(opic.options));
    for (const { text, more } of face.items ?? []) expect(`${text} | ${more}`).toMatch(/^\S.* \| \S.*; default \S+$/);
    for (const [name, usual] of Object.entries(opic.options)) expect(text).toMatch(new RegExp(`${name}: [^]*${usual}`));
  });

  it("says of a method without options that it has none, and takes a generator that is no method", () => {
    expect(textOf(breadthFirst)).toMatch(/^breadth-first, ordering: .*\nIt has no options\.$/);
    expect(methodFace(copyingWeb)?.say).toBe("copyingWeb");
    expect(methodFace(similarity)?.say).toBe("similarity(query, options)");
  });

  it("lists the methods of a namespace by the names that a program uses, and what else is in it", () => {
    const rows = methodFace(orderings)?.tables?.[0].rows ?? [];
    expect(rows).toContainEqual({
      method: "opic",
      source: opic.source,
      options: expect.stringContaining('ties "fifo"'),
    });
    expect(textOf(orderings)).toMatch(/Besides: .*similarity/);
    expect(textOf(traces)).toContain("openCrawlTrace");
    expect(textOf(traces)).not.toContain("Besides");
  });

  it("is what the last line of a cell shows of them, and of nothing else", async () => {
    await inCell(async (shown) => {
      expect([showPlain(opic), showPlain(orderings), showPlain(() => 1)]).toEqual([true, true, false]);
      expect(shown.map(({ data }) => data["text/plain"])).toEqual([opic, orderings].map(textOf));
    });
    for (const value of [1, "opic", {}, null, undefined, () => 1, { declared: {} }])
      expect(methodFace(value)).toBeUndefined();
  });
});
