import { expect, it } from "vitest";
import { isCompiled } from "../../src/base/is-compiled.js";
import { compiled } from "../crawl/pool/temporary.js";

it("sources are told from what was built of them", async () => {
  expect(isCompiled).toBe(false);
  const built = await compiled<{ isCompiled: boolean }>("base/is-compiled.js");
  expect(built.isCompiled).toBe(true);
});
