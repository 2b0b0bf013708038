import { cellSignal } from "../../base/cell-signal.js";
import { gotInstead, problem } from "../../base/error.js";
import { type SamplerOptions, type UrlSample, UrlSampler } from "../sampled/url-sampler.js";

/** Bytes of a fingerprint. */
const WIDTH = 8;

/**
 * Samples 64-bit fingerprints, low byte first, as they are read: a file of any length in bounded memory.
 *
 * const sample = await sampleStream(createReadStream("urls.u64", { highWaterMark: 1 << 20 }))
 *
 * @throws "option" where the bytes end within a fingerprint, or there are none
 */
export async function sampleStream(
  bytes: AsyncIterable<Uint8Array>,
  options: SamplerOptions & { readonly signal?: AbortSignal } = {},
): Promise<UrlSample> {
  if (typeof bytes?.[Symbol.asyncIterator] !== "function")
    throw problem.option`sampleStream takes a stream of bytes, such as createReadStream("urls.u64"); ${gotInstead(bytes)}`;
  const { signal = cellSignal(), ...choices } = options;
  const sampler = new UrlSampler(choices);
  let left = new Uint8Array(0);
  let seen = 0;
  for await (const chunk of bytes) {
    signal?.throwIfAborted();
    const whole = new Uint8Array(left.length + chunk.length); // of its own, so that words stand where they must
    whole.set(left);
    whole.set(chunk, left.length);
    const end = whole.length - (whole.length % WIDTH);
    sampler.add(new Uint32Array(whole.buffer, 0, end / 4));
    left = whole.slice(end);
    seen += end;
  }
  if (left.length > 0)
    throw problem.option`64-bit fingerprints take 8 bytes each; ${left.length} are left behind the first ${seen / WIDTH}: the file was cut`;
  if (seen === 0) throw problem.option`the file is empty: there is nothing to sample`;
  return sampler.sample();
}
