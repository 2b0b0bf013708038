import { describe, expect, it } from "vitest";
import { IntervalCell, NameCell, scaleOf } from "../../../src/base/face/cell.js";

describe("a name in a table", () => {
  it("is short in a notebook, whole when one points at it and in a terminal, and has the colour of its line", () => {
    const plain = new NameCell("a <b>, ties lifo", "a <b>");
    expect([String(plain), plain.html()]).toEqual([
      "a <b>, ties lifo",
      '<b title="a &#60;b&#62;, ties lifo">a &#60;b&#62;</b>',
    ]);
    const mark =
      '<span style="display:inline-block;width:10px;height:10px;border-radius:2px;margin-right:8px;background:#123456"></span>';
    expect(new NameCell("a", "a", "#123456").html()).toBe(`${mark}<b title="a">a</b>`);
  });
});

describe("an interval in a table", () => {
  const piece = (left: string, width: string, top: number, height: number, color: string) =>
    `<span style="position:absolute;left:${left}%;width:${width};top:${top}px;height:${height}px;background:${color}"></span>`;
  const box = (title: string, ...pieces: readonly string[]) =>
    `<span title="${title}" style="position:relative;display:inline-block;width:120px;height:14px">${pieces.join("")}</span>`;

  it("is drawn on the scale of all, with its value, and 0 where the scale holds it", () => {
    const scale = scaleOf([
      { low: -1, high: 2 },
      { low: 0, high: 3 },
    ]);
    expect(scale).toEqual({ low: -1, high: 3 });
    const cell = new IntervalCell({ low: 0, high: 2, at: 1 }, scale);
    expect(String(cell)).toBe("0.000 to 2.000");
    // -1 .. 3 are 0 .. 100 %
    expect(cell.html()).toBe(
      box(
        "1.000, 0.000 to 2.000",
        piece("25.0", "1px", 0, 14, "#999"),
        piece("25.0", "50.0%", 6, 2, "#777"),
        piece("50.0", "3px", 2, 10, "#777"),
      ),
    );
  });

  it("is a point where it has no width, without 0 where that lies beside the scale", () => {
    const cell = new IntervalCell({ low: 2, high: 2, at: 2 }, scaleOf([{ low: 2, high: 2 }]), "#123456");
    expect(cell.html()).toBe(
      box("2.000, 2.000 to 2.000", piece("0.0", "1.0%", 6, 2, "#123456"), piece("0.0", "3px", 2, 10, "#123456")),
    );
    const negative = new IntervalCell({ low: -2, high: -1, at: -1 }, { low: -2, high: -1 });
    expect(negative.html()).not.toContain("#999");
    expect(new IntervalCell({ low: 0, high: 1, at: 1 }, { low: 0, high: 1 }).html()).toContain(
      piece("0.0", "1px", 0, 14, "#999"),
    );
  });
});
