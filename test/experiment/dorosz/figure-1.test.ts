import { describe, expect, it } from "vitest";
import { claims, figure1 } from "../../../src/experiment/dorosz/figure-1.js";

const result = await figure1.run({ scale: 0.001 });

describe("the procedures of section 2", () => {
  it("hold step by step, the trap of step 9 among them, but for a URL that was taken twice", () => {
    const rows = result.rows as readonly { scene: string; step: string; holds: number }[];
    expect(rows.filter(({ holds, scene }) => holds === 0 && scene !== "taken twice")).toEqual([]);
    expect(rows.filter(({ scene }) => scene === "taken twice").map(({ holds }) => holds)).toEqual([0, 0]);
    expect(rows.map(({ step }) => step)).toContain("step 9 sets V back to False while it waits");
  });

  it("are judged by every step of a scene", () => {
    const [order] = claims;
    const verdict = (...holds: boolean[]) =>
      order.test({ order: Object.fromEntries(holds.map((each, i) => [`step ${i}`, each])) } as Parameters<
        typeof order.test
      >[0]).verdict;
    expect([verdict(true, true), verdict(true, false), verdict(false, false)]).toEqual([
      "agrees",
      "mixed",
      "disagrees",
    ]);
  });

  it("spread hosts as chance does, within a factor that is judged both ways", () => {
    const spread = claims[claims.length - 1];
    const verdict = (neighbours: number) =>
      spread.test({ neighbours, byChance: 0.01 } as Parameters<typeof spread.test>[0]).verdict;
    expect([0.012, 0.008, 0.018, 0.03, 0.004].map(verdict)).toEqual([
      "agrees",
      "agrees",
      "mixed",
      "disagrees",
      "disagrees",
    ]);
  });
});
