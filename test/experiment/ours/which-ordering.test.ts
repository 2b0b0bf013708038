import { describe, expect, it } from "vitest";
import { PAGE_RANK } from "../../../src/experiment/cho1998/setting.js";
import { learnedMix } from "../../../src/experiment/ours/modern-setting.js";
import { claims } from "../../../src/experiment/ours/which-ordering.js";
import { backlink } from "../../../src/ordering/backlink.js";
import { breadthFirst } from "../../../src/ordering/breadth-first.js";
import { hostInDegree } from "../../../src/ordering/host-in-degree.js";
import { largerSitesFirst } from "../../../src/ordering/larger-sites-first.js";
import { opic } from "../../../src/ordering/opic.js";
import { rankMass } from "../../../src/ordering/rank-mass.js";
import { crawlsByHand } from "../crawls-by-hand.js";

const ahead = {
  [breadthFirst.label]: 0.4,
  [backlink.label]: 0.5,
  [PAGE_RANK.label]: 0.6,
  [opic.label]: 0.59,
  [rankMass.label]: 0.5,
  [learnedMix.label]: 0.7,
  [largerSitesFirst.label]: 0.5,
  [hostInDegree.label]: 0.5,
};
const behind = {
  [breadthFirst.label]: 0.6,
  [backlink.label]: 0.5,
  [PAGE_RANK.label]: 0.5,
  [opic.label]: 0.4,
  [rankMass.label]: 0.5,
  [learnedMix.label]: 0.4,
  [largerSitesFirst.label]: 0.5,
  [hostInDegree.label]: 0.5,
};

describe("the claims on orderings since 1998", () => {
  const found = (areas: Readonly<Record<string, number>>, gains = areas, capabilities = ["links", "urls"]) => {
    const runs = crawlsByHand(areas, 100, { web: { capabilities }, judge: () => crawlsByHand(gains) });
    return claims.map(({ test }) => test(runs));
  };
  const verdicts = (...evidence: Parameters<typeof found>) => found(...evidence).map(({ verdict }) => verdict);

  it("agree where all are ahead of breadth-first, and OPIC is as good as PageRank order", () => {
    expect(verdicts(ahead)).toEqual(new Array(5).fill("agrees"));
    const pair = ({ label }: { readonly label: string }, area: string) =>
      `${label}: ${label} ${area}, breadth-first 0.400`;
    const [pageRank, links, hosts] = [pair(PAGE_RANK, "0.600"), pair(backlink, "0.500"), pair(hostInDegree, "0.500")];
    expect(found(ahead)[2].ours).toBe([pageRank, links, hosts].join("; "));
  });

  it("disagree where all are behind breadth-first, OPIC behind PageRank order, and the mix behind its parts", () => {
    expect(verdicts(behind)).toEqual(new Array(5).fill("disagrees"));
  });

  it("read the gain of the order from what is judged by it", () => {
    expect(verdicts(ahead, behind)[2]).toBe("disagrees");
    expect(verdicts(behind, ahead)[2]).toBe("agrees");
  });

  it("hold the mix against the best of its parts, whichever it is", () => {
    for (const best of [backlink, PAGE_RANK, opic])
      expect(found({ ...ahead, [best.label]: 0.8 })[4]).toMatchObject({
        verdict: "disagrees",
        ours: `learned mix 0.700, ${best.label} 0.800`,
      });
  });

  it("say nothing of hosts where pages have no URLs", () => {
    const without = { ...ahead, [hostInDegree.label]: 0 };
    expect(verdicts(without)[2]).toBe("mixed");
    expect(verdicts(without, without, ["links"]).slice(1, 3)).toEqual(["cannot be tested", "agrees"]);
  });
});
