import { expect, it } from "vitest";
import { claims, type OrderSweep } from "../../../src/experiment/broder2003/crawl-order.js";

it("no claim about orders is tested where breadth-first meets fewer than 1,024 URLs, however many another meets", () => {
  const orders = [{ distinct: 1023 }, { distinct: 10_000 }] as OrderSweep[];
  for (const { test } of claims)
    expect(test(orders)).toMatchObject({
      because: "the trace has only 1023 different URLs",
      verdict: "cannot be tested",
    });
});
