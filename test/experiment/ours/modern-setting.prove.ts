import { expect, it } from "vitest";
import { pageRankOf } from "../../../src/crawl/importance/page-rank-of.js";
import { trainMix } from "../../../src/crawl/train-mix.js";
import { LEARNED, TRAINING } from "../../../src/experiment/ours/modern-setting.js";
import { campus } from "../../../src/web/campus/campus.js";

it("the learned mix has the weights that its training web gives", () => {
  expect(trainMix(campus(TRAINING), { importance: pageRankOf() })).toEqual(LEARNED);
});
