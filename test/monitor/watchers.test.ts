import type { ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { Watchers } from "../../src/monitor/watchers.js";

it("sends nothing to a page for which a megabyte waits, and to all others what there is", () => {
  const watchers = new Watchers();
  const watching = [0, 999_999, 1_000_000].map((writableLength) => {
    const sent: string[] = [];
    const stream = { writableLength, on: () => {}, writeHead: () => {}, write: (text: string) => sent.push(text) };
    expect(watchers.add(stream as unknown as ServerResponse)).toBe(true);
    sent.length = 0;
    return sent;
  });
  watchers.tell("observation", { pages: 1 });
  const told = 'event: observation\ndata: {"pages":1}\n\n';
  expect(watching).toEqual([[told], [told], []]);
});
