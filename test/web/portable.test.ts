import { expect, it } from "vitest";
import { webMaterial, webOfMaterial } from "../../src/web/portable.js";
import { pairsOf } from "../fixture/pairs.js";
import { webOf } from "../fixture/webs.js";

it("a web is the same after it was sent as plain data and arrays", () => {
  const { name, sha256, start, capabilities, found, graph } = webOf(4, pairsOf("0,1 1,2 2,3"));
  const references = Uint32Array.of(1, 1, 2, 0);
  for (const portable of [
    { name, sha256, start, capabilities, found, graph },
    { name, sha256, start, capabilities, found, graph, references },
  ]) {
    const { facts, arrays } = webMaterial(portable);
    expect(webOfMaterial({ facts: JSON.parse(JSON.stringify(facts)) as object, arrays })).toEqual(portable);
  }
});
