import { describe, expect, it } from "vitest";
import { defineCache } from "../../../src/cache/method.js";
import { clock } from "../../../src/cache/policy/clock.js";
import { lru } from "../../../src/cache/policy/lru.js";
import { isPortableCache } from "../../../src/cache/sweep/cache-methods.js";
import { openLiveHost } from "../../../src/cache/sweep/live-host.js";
import { type LiveSetting, LiveSweep } from "../../../src/cache/sweep/live-sweep.js";

/** Remembers nothing. */
const forgetful = defineCache({
  name: "forgetful",
  source: "this test",
  options: {},
  create: () => ({ request: () => false }),
});

const setting = (own: boolean): LiveSetting => ({
  policies: own ? [lru, forgetful] : [lru, clock],
  sizes: [1, 2, 8],
  seed: 1,
  urls: 100,
  requests: 100,
});
/** URLs 0, 1, 2 by turns, in pairs of words. */
const requests = () => Uint32Array.from({ length: 24 }, (_, i) => (i % 2 === 0 ? (i / 2) % 3 : 0));

describe.each([
  ["a thread of its own", false],
  ["this thread, where a policy is the user's", true],
])("misses counted in %s", (_, own) => {
  it("are those of the sweep, while requests come in and at the end", async () => {
    expect((await Promise.all(setting(own).policies.map(isPortableCache))).includes(false)).toBe(own);
    const sweep = await LiveSweep.open(setting(own));
    const host = await openLiveHost(setting(own));
    sweep.add(requests());
    expect(await host.add(requests())).toEqual(sweep.counts());
    sweep.add(requests());
    expect(await host.add(requests())).toEqual(sweep.counts());
    expect(await host.finish()).toEqual(sweep.finish());
    await host.end(new Error("over"));
  });

  it("are no longer counted when it was ended: whoever asks is told why", async () => {
    const host = await openLiveHost(setting(own));
    const asked = host.add(requests()).catch((error) => error);
    await host.end(new Error("stopped by this test"));
    expect(await asked).toMatchObject({ message: "stopped by this test" });
  });
});
