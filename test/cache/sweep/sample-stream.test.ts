import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { UrlSampler } from "../../../src/cache/sampled/url-sampler.js";
import { sampleStream } from "../../../src/cache/sweep/sample-stream.js";

const random = new Random(1);
const words = Uint32Array.from({ length: 4000 }, () => random.below(500));
const bytes = new Uint8Array(words.buffer);

async function* chunks(of: Uint8Array, length: number) {
  for (let at = 0; at < of.length; at += length) yield of.subarray(at, at + length);
}

describe("sampleStream", () => {
  it.each([1, 7, 8, 1000])("takes the same from chunks of %i bytes as from one", async (length) => {
    const sampler = new UrlSampler({ rate: 0.5 });
    sampler.add(words);
    expect(await sampleStream(chunks(bytes, length), { rate: 0.5 })).toEqual(sampler.sample());
  });

  it("refuses a file that was cut within a fingerprint, and an empty one", async () => {
    const cut = sampleStream(chunks(bytes.subarray(0, 8 * 100 + 3), 64));
    await expect(cut).rejects.toThrow("3 are left behind the first 100: the file was cut");
    await expect(sampleStream(chunks(bytes.subarray(0, 0), 64))).rejects.toThrow("the file is empty");
  });

  it("stops at a signal", async () => {
    await expect(sampleStream(chunks(bytes, 64), { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  });
});
