import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { simulate } from "./simulate.js";
import { page } from "./simulated-web.js";

const answer = (url: string) => (url.endsWith("robots.txt") ? { status: 404 } : { body: page(url, []) });
const politeness = { delay: 0, factor: 0 };
const seedsTo = (count: number) => Array.from({ length: count }, (_, i) => `http://a.web.example/${i}`);

describe("the start pages of all runs", () => {
  it("are in scope when a crawl goes on, and stand in a file of their own, which snapshot.json counts", async () => {
    const { out } = await simulate({ answer, options: { seeds: seedsTo(40), politeness } });
    const [manifest, file] = [join(out, "snapshot.json"), join(out, "state", "seeds.txt")];
    const state = () => JSON.parse(readFileSync(manifest, "utf8")).state;
    expect([state().seeds, readFileSync(file, "utf8").split("\n")]).toEqual([40, [...seedsTo(40), ""]]);
    const more = ["http://a.web.example/0", "http://b.other.example/"];
    const again = await simulate({ answer, out, options: { seeds: more, politeness } });
    expect([again.status.pages, state().seeds]).toEqual([41, 41]);
    writeFileSync(file, `${readFileSync(file, "utf8")}http://c.third.example/\n`); // of a run that was killed at once
    expect((await simulate({ answer, out, options: { politeness } })).status.pages).toBe(42);
    rmSync(file);
    await expect(simulate({ answer, out, options: { politeness } })).rejects.toThrow(
      "state/seeds.txt should have 42 start pages, and has 0",
    );
  });

  it("are not those of a run that was refused", async () => {
    const { out } = await simulate({ answer, options: { seeds: seedsTo(3), politeness } });
    const refused = { seeds: ["http://b.wrong.example/"], politeness, scope: { hosts: ["a b"] } };
    await expect(simulate({ answer, out, options: refused })).rejects.toMatchObject({ code: "option" });
    const kept = readFileSync(join(out, "state", "seeds.txt"), "utf8").split("\n");
    expect(kept).toEqual([...seedsTo(3), ""]);
  });

  it("are read where version 0.1 wrote them", async () => {
    const { out } = await simulate({ answer, options: { seeds: seedsTo(3), politeness } });
    const manifest = join(out, "snapshot.json");
    const stored = JSON.parse(readFileSync(manifest, "utf8"));
    stored.state.seeds = [...seedsTo(3), "http://b.other.example/"];
    writeFileSync(manifest, JSON.stringify(stored));
    rmSync(join(out, "state", "seeds.txt"));
    expect((await simulate({ answer, out, options: { politeness } })).status.pages).toBe(4);
  });
});
