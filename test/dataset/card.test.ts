import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, expectTypeOf, it } from "vitest";
import { cardOf, DatasetError, datasets } from "../../src/dataset/card.js";
import type { CapabilitiesOf, DatasetName } from "../../src/dataset/catalogue.js";
import { root } from "../cli/command.js";
import { temporaryFolder } from "../run/temporary.js";

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
    expect(() => cardOf("stanford")).toThrow(DatasetError);
    try {
      cardOf("stanford");
    } catch (error) {
      expect(error).toMatchObject({ code: "UNKNOWN" });
      for (const { id } of datasets()) expect((error as Error).message).toContain(id);
      expect((error as Error).message).toMatch(/^no dataset "stanford" in the catalogue\. Did you mean stanford-2002\? There are: california, .*\n {2}A file of your own: open\("stanford"\)$/); // biome-ignore format: one line
    }
  });
});

describe("catalogue.ts", () => {
  it("is what write-catalogue.mjs writes from the cards", () => {
    const folder = temporaryFolder();
    cpSync(join(root, "datasets"), join(folder, "datasets"), { recursive: true });
    cpSync(join(root, "src/dataset/write-catalogue.mjs"), join(folder, "src/dataset/write-catalogue.mjs"));
    execFileSync(process.execPath, [join(folder, "src/dataset/write-catalogue.mjs")]);
    const written = readFileSync(join(folder, "src/dataset/catalogue.ts"), "utf8");
    expect(readFileSync(join(root, "src/dataset/catalogue.ts"), "utf8")).toBe(written);
  });

  it("tells the type checker what each dataset carries", () => {
    expectTypeOf<CapabilitiesOf<"cnr-2000">>().toEqualTypeOf<"links">();
    expectTypeOf<CapabilitiesOf<"uci-ics-2019">>().toEqualTypeOf<"links" | "urls">();
    expectTypeOf<"campus">().toExtend<DatasetName>();
    expectTypeOf<"stanford">().not.toExtend<DatasetName>();
  });
});
