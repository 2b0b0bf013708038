import { describe, expect, it } from "vitest";
import { packLetter, unpackLetter } from "../../src/cluster/letter.js";
import { coded } from "../fixture/problems.js";

describe("a message of URLs", () => {
  const urls = [
    { url: "http://a.example/1", depth: 1, hops: 0, via: "http://b.example/" },
    { url: "http://a.example/2", depth: 300, hops: 2 },
  ];

  it("gives back what was put in, whatever its number", () => {
    for (const number of [0, 1, 2 ** 32, 2 ** 48 - 1])
      for (const lost of [0, 7, 2 ** 32 - 1])
        expect(unpackLetter(packLetter({ run: "run-1", number, lost, urls }))).toEqual({
          ...{ run: "run-1", number, lost, urls },
        });
  });

  it("is refused where it is shorter than what names it, with how long it is", () => {
    const bytes = packLetter({ run: "r", number: 1, lost: 0, urls: [] });
    const told = (found: string) =>
      coded(
        "damaged",
        `a message of URLs begins with the name of its run; found ${found}: run the same version of crawlbench everywhere`,
      );
    expect(() => unpackLetter(new Uint8Array(0))).toThrow(told("0 bytes"));
    expect(() => unpackLetter(bytes.subarray(0, 1))).toThrow(told("1 byte"));
    expect(() => unpackLetter(bytes.subarray(0, 11))).toThrow(told("11 bytes")); // 1 + 1 + 6 + 4 are 12
    expect(() => unpackLetter(Uint8Array.of(0, ...bytes.subarray(1)))).toThrow(told(`${bytes.length} bytes`));
  });
});
