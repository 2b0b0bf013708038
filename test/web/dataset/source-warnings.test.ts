import { describe, expect, it } from "vitest";
import { sourceWarnings } from "../../../src/web/dataset/source-warnings.js";
import { webOf } from "../../fixture/webs.js";

const fromArchive = (skipped: Readonly<Record<string, number>>) => ({
  ...webOf(2, [[0, 1]], { name: "thesis" }),
  archive: { records: 9, byType: {}, captures: 9, pages: 2, hosts: 1, bytes: 1, skipped },
});

describe("the warnings of a web's source", () => {
  it("name what of an archive is damaged, and what the web is then", () => {
    expect(
      sourceWarnings(fromArchive({ "cut-gzip-member": 1, "request-record": 7, "bytes-between-records": 2 })),
    ).toEqual([
      "The archive of thesis is damaged or incomplete (1 x cut gzip member, 2 x bytes between records): this web is what could be read of it. Fetch it again if you can",
    ]);
  });

  it("count what the export of the same archive counts, such as revisits whose original is not there", () => {
    expect(sourceWarnings(fromArchive({ "revisit-without-original": 3, "broken-chunks": 1 }))[0]).toContain(
      "(3 x revisit without original, 1 x broken chunks)",
    );
  });

  it("are none where records were left out on purpose, nor for webs that come from no archive", () => {
    expect(sourceWarnings(fromArchive({ "request-record": 7 }))).toEqual([]);
    expect(sourceWarnings(webOf(2, [[0, 1]]))).toEqual([]);
  });

  it("say what of a file was not read", () => {
    const ignored = ["weights of links", "that links have no direction, 1 of them: each is two, there and back"];
    expect(sourceWarnings({ ...webOf(2, [[0, 1]], { name: "club" }), ignored })).toEqual([
      "Not read of club: weights of links; that links have no direction, 1 of them: each is two, there and back",
    ]);
  });
});
