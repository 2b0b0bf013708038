import { expect, it } from "vitest";
import type { Regret } from "../../../src/crawl/compare/regret.js";
import { PAGE_RANK } from "../../../src/experiment/cho1998/setting.js";
import { claims } from "../../../src/experiment/ours/regret.js";

it("what PageRank order loses is parted by its own regret: information beside policy, by 10 points of it", () => {
  const found = (lackOfInformation: number, badPolicy: number) => {
    const parts = { total: 0.4, mustFollowLinks: 0.1, lackOfInformation, badPolicy };
    const summary = ["another", PAGE_RANK.label].flatMap((ordering) =>
      Object.entries(parts).map(([part, mean]) => ({ ordering, part, mean: ordering === "another" ? 9 : mean })),
    );
    return claims[0].test({ summary: () => summary } as unknown as Regret);
  };
  expect(found(0.2, 0.1)).toMatchObject({
    verdict: "agrees",
    ours: "of 0.400: follows links 25 %, information 50 %, policy 25 %",
  });
  expect(found(0.1, 0.2).verdict).toBe("disagrees");
  expect(found(0.17, 0.14).verdict).toBe("no difference"); // 7.5 points
});
