import { urlOf } from "../host-first.js";
import { UrlBatch } from "../url-batch.js";
import type { UrlList } from "../url-list.js";

/** URLs whose keys have these numbers, in the order of the numbers. */
export function pickKeys(keys: UrlList, numbers: Uint32Array): UrlBatch {
  const { ends, priorities, from } = keys;
  let length = 0;
  for (const number of numbers) length += ends[number] - keys.startOf(number) - 1; // a key is one byte longer
  const bytes = new Uint8Array(length);
  const urlEnds = new Uint32Array(numbers.length);
  let at = 0;
  for (let i = 0; i < numbers.length; i++) {
    at += urlOf(keys.bytes, keys.startOf(numbers[i]), ends[numbers[i]], bytes, at);
    urlEnds[i] = at;
  }
  return new UrlBatch(
    bytes,
    urlEnds,
    priorities && Uint32Array.from(numbers, (number) => priorities[number]),
    from && Array.from(numbers, (number) => from[number]),
  );
}
