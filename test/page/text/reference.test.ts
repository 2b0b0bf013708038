import { describe, expect, it } from "vitest";
import { idfFrom, recorded } from "../../../src/page/text/reference.js";
import { webOf } from "../../fixture/webs.js";

const bare = webOf(1, [], { name: "bare" });
const read = webOf(1, [], { name: "read", texts: [{ title: "", body: "word" }] });

describe("the option idfFrom", () => {
  const rule = idfFrom("graded", "this one");

  it("takes a web with text, and nothing else", () => {
    expect(rule.default).toBeUndefined();
    expect(rule.wrong(read)).toBeUndefined();
    expect(rule.wrong(bare)).toBe("is a web with text; found bare, which has none");
    expect(rule.wrong("read")).toBe('is a web with text; found "read"');
    expect(rule.wrong(null)).toBe("is a web with text; found null");
  });

  it("is told by the name of the web, and recorded by name and digest", () => {
    expect(rule.told?.(read)).toBe("idf from read");
    const chosen = { idf: "log", idfFrom: read };
    expect(recorded(chosen)).toEqual({ idf: "log", idfFrom: { name: "read", sha256: read.sha256 } });
    expect(recorded({ ...chosen, idfFrom: undefined })).toEqual({ idf: "log" });
  });
});
