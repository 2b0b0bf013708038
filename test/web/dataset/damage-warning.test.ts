import { describe, expect, it } from "vitest";
import { damageWarning } from "../../../src/web/dataset/damage-warning.js";
import { webOf } from "../../fixture/webs.js";

const fromArchive = (skipped: Readonly<Record<string, number>>) => ({
  ...webOf(2, [[0, 1]], { name: "thesis" }),
  archive: { records: 9, byType: {}, captures: 9, pages: 2, hosts: 1, bytes: 1, skipped },
});

describe("the warning of a damaged archive", () => {
  it("names what was found, and what the web is then", () => {
    expect(damageWarning(fromArchive({ "cut-gzip-member": 1, "request-record": 7, "bytes-between-records": 2 }))).toBe(
      "The archive of thesis is damaged or incomplete (1 x cut gzip member, 2 x bytes between records): this web is what could be read of it. Fetch it again if you can",
    );
  });

  it("counts what the export of the same archive counts, such as revisits whose original is not there", () => {
    expect(damageWarning(fromArchive({ "revisit-without-original": 3, "broken-chunks": 1 }))).toContain(
      "(3 x revisit without original, 1 x broken chunks)",
    );
  });

  it("is not given where records were left out on purpose, nor for webs that come from no archive", () => {
    expect(damageWarning(fromArchive({ "request-record": 7 }))).toBeUndefined();
    expect(damageWarning(webOf(2, [[0, 1]]))).toBeUndefined();
  });
});
