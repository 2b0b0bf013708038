import { expect, it } from "vitest";
import { inTurn } from "../../src/base/in-turn.js";

it("begins with an item when the one before is done, and keeps what was made in their order", async () => {
  const said: string[] = [];
  const made = await inTurn(["a", "b", "c"], async (item, index) => {
    said.push(`${item} begins`);
    await new Promise((resolve) => setTimeout(resolve, 3 - index)); // all at once, the last would be done first
    said.push(`${item} is done`);
    return `${index} ${item}`;
  });
  expect(made).toEqual(["0 a", "1 b", "2 c"]);
  expect(said).toEqual(["a", "b", "c"].flatMap((item) => [`${item} begins`, `${item} is done`]));
});

it("makes nothing after an item that fails, and fails as it did", async () => {
  const begun: number[] = [];
  const work = async (item: number) => {
    begun.push(item);
    if (item === 2) throw new Error("two");
  };
  await expect(inTurn([1, 2, 3], work)).rejects.toThrow("two");
  expect(begun).toEqual([1, 2]);
});
