import { describe, expect, it } from "vitest";
import { smallSite, webAround } from "../../../src/experiment/cho1998/small-site.js";
import { campus } from "../../../src/web/campus/campus.js";
import { loadOrOpen } from "../../../src/web/dataset/load.js";
import { changed } from "../../../src/web/web.js";
import { webOf } from "../../fixture/webs.js";

describe("the web around a small site", () => {
  it("is the campus that the site was cut from", async () => {
    const whole = campus({ pages: 2_000 });
    const site = smallSite(whole);
    expect(site.graph.size).toBeLessThan(2_000);
    expect(await webAround(whole, site)).toBe(whole);
  });

  it("is the web of the catalogue that names the site, loaded for it", async () => {
    const site = await loadOrOpen("debian-docs-small/docs.astropy.org");
    expect(smallSite(site)).toBe(site);
    const around = await webAround(site, site);
    expect(around?.name).toBe("debian-docs-small");
    expect(around?.graph.size).toBeGreaterThan(site.graph.size);
  });

  it("is none for a web that is all there is, and for one that is merely called a site of another", async () => {
    const alone = webOf(2, [[0, 1]]);
    expect(await webAround(alone, alone)).toBeUndefined();
    const site = await loadOrOpen("debian-docs-small/docs.astropy.org");
    const other = changed(site, { sha256: "of other pages" });
    expect(await webAround(other, other)).toBeUndefined();
  });
});
