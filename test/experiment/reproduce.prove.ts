import { expect, it } from "vitest";
import { experiments } from "../../src/experiment/found.js";
import { reproduceAll } from "../../src/experiment/reproduce.js";

it("a family is run by its name, topic crawls and all, on a web with text", async () => {
  const onWebs = (await experiments()).filter((each) => "suits" in each);
  const ids = onWebs.map(({ id }) => id).filter((id) => id.startsWith("cho1998/"));
  const results = [];
  for await (const { experiment } of reproduceAll({ which: "cho1998", webs: ["campus-1k"], repeats: 1, cache: false }))
    results.push(experiment.id);
  expect(results).toEqual(ids);
});
