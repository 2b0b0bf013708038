import { describe, expect, it } from "vitest";
import { Strings } from "../../../src/base/strings.js";
import { realCrawls } from "../../../src/experiment/broder2003/real-crawls.js";
import { campus } from "../../../src/web/campus/campus.js";
import { changed } from "../../../src/web/web.js";

describe("real crawls", () => {
  it("are those of a real web where it has as many hosts as connections", async () => {
    const urls = Strings.from(Array.from({ length: 500 }, (_, page) => `http://h${page}.web.example/`));
    const { verdicts, provenance } = await realCrawls.run(changed(campus({ pages: 500 }), { name: "mine", urls }));
    expect(provenance).toMatchObject({ ownHosts: true, hosts: 500 });
    expect(verdicts.every(({ real }) => real)).toBe(true);
    // a page a host: of four processes each sends three quarters of what it meets
    const sent = verdicts.find(({ claim }) => claim === "About a fifth of the URLs go to other processes");
    expect(Number.parseFloat(sent?.ours ?? "")).toBeGreaterThan(60);
    expect(Number.parseFloat(sent?.ours ?? "")).toBeLessThan(90);
    expect(sent?.verdict).toBe("disagrees");
    const names = verdicts.map(({ claim }) => claim);
    expect(new Set(names).size).toBe(names.length); // a figure's claim on the cross sub-trace has a name of its own
    expect(names.filter((name) => name.endsWith("on the cross sub-trace")).length).toBeGreaterThan(10);
  });
});
