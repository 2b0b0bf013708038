import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, expectTypeOf, it } from "vitest";
import { cardOf, datasets } from "../../../src/web/dataset/card.js";
import type { CapabilitiesOf, DatasetName } from "../../../src/web/dataset/catalogue.js";
import { root } from "../../cli/command.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { coded } from "../../fixture/problems.js";

describe("datasets", () => {
  it("are the cards of the folder, each under its own name", () => {
    const names = readdirSync(join(root, "datasets")).filter((name) => name.endsWith(".json"));
    expect(datasets().map(({ id }) => `${id}.json`)).toEqual(names.sort());
  });
});

describe("cardOf", () => {
  it("finds a card whatever the case of its name", () => {
    expect(cardOf("WEB-notredame").id).toBe("web-NotreDame");
    expect(cardOf("campus").counts).toEqual({ pages: 20_000, links: 250_313 });
  });

  it("names the cards that there are when it knows none of that name", () => {
    expect(() => cardOf("stanford")).toThrow(coded("unknown"));
    try {
      cardOf("stanford");
    } catch (error) {
      expect(error).toMatchObject({ code: "unknown" });
      for (const { id } of datasets()) expect((error as Error).message).toContain(id);
      expect((error as Error).message).toMatch(
        /^no dataset "stanford" in the catalogue\. Did you mean stanford-2002\? There are: california, .*\n {2}A file of your own: open\("stanford"\)$/,
      );
    }
  });
});

describe("catalogue.ts", () => {
  it("is what write-catalogue.mjs writes from the cards", () => {
    const folder = temporaryFolder();
    cpSync(join(root, "datasets"), join(folder, "datasets"), { recursive: true });
    cpSync(join(root, "src/web/dataset/write-catalogue.mjs"), join(folder, "src/web/dataset/write-catalogue.mjs"));
    execFileSync(process.execPath, [join(folder, "src/web/dataset/write-catalogue.mjs")]);
    const written = readFileSync(join(folder, "src/web/dataset/catalogue.ts"), "utf8");
    expect(readFileSync(join(root, "src/web/dataset/catalogue.ts"), "utf8")).toBe(written);
  });

  it("tells the type checker what each dataset carries", () => {
    expectTypeOf<CapabilitiesOf<"cnr-2000">>().toEqualTypeOf<"links">();
    expectTypeOf<CapabilitiesOf<"uci-ics-2019">>().toEqualTypeOf<"links" | "urls">();
    expectTypeOf<"campus">().toExtend<DatasetName>();
    expectTypeOf<"stanford">().not.toExtend<DatasetName>();
  });
});
