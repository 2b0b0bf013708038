import { describe, expect, it } from "vitest";
import { ByteFeed, remaining } from "../../../src/base/file/byte-feed.js";

const bytes = (text: string) => new TextEncoder().encode(text);

/** A feed of these pieces; one that is no text is thrown. */
function feedOf(...pieces: readonly unknown[]) {
  async function* given() {
    for (const piece of pieces) {
      if (typeof piece !== "string") throw piece;
      yield bytes(piece);
    }
  }
  return new ByteFeed(given());
}

describe("a feed of bytes", () => {
  it("brings as many as are needed, whatever the pieces, and no piece more", async () => {
    const feed = feedOf("ab", "", "c", "def", "g");
    expect([await feed.need(4), feed.view.toString(), feed.ended]).toEqual([true, "abcdef", false]);
    feed.take(5);
    expect([await feed.need(1), feed.view.toString(), feed.position]).toEqual([true, "f", 5]);
    expect([await feed.more(), feed.view.toString()]).toEqual([true, "fg"]);
    expect([await feed.need(3), feed.view.toString(), feed.ended]).toEqual([false, "fg", true]);
    expect(await feed.more()).toBe(false);
  });

  it("shows a piece where it stands, without a copy, when nothing is left before it", async () => {
    const piece = bytes("abc");
    const feed = new ByteFeed(
      (async function* () {
        yield piece;
      })(),
    );
    await feed.more();
    expect(feed.view.buffer).toBe(piece.buffer);
  });

  it("still has what came before the stream failed", async () => {
    const feed = feedOf("ab", "cd", new Error("gone"));
    await expect(feed.need(9)).rejects.toThrow("gone");
    expect(feed.view.toString()).toBe("abcd");
  });

  it("gives what was not taken, to its end", async () => {
    const feed = feedOf("ab", "cd", "ef");
    await feed.need(3);
    feed.take(1);
    const rest: string[] = [];
    for await (const each of remaining(feed)) rest.push(new TextDecoder().decode(each));
    expect(rest).toEqual(["bcd", "ef"]);
  });
});
