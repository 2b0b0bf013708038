import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { cardOf } from "../../../src/web/dataset/card.js";
import { dataFolder, isAvailable, load, loadOrOpen, verifiedFiles } from "../../../src/web/dataset/load.js";
import { siteOf } from "../../../src/web/dataset/site.js";
import { folderWith, temporaryFolder } from "../../crawl/pool/temporary.js";
import { coded } from "../../fixture/problems.js";
import { realData } from "../read/real-data.js";

afterEach(() => vi.unstubAllEnvs());

/** A data folder of one's own, with what the library is told of it. */
function dataIn(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = folderWith(files);
  vi.stubEnv("CRAWLBENCH_DATA", folder);
  return folder;
}

const failure = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => expect.fail("nothing was thrown"),
    (error) => error,
  );
const sha256 = (content: Uint8Array) => createHash("sha256").update(content).digest("hex");

describe("load", () => {
  it("makes generated webs in any size and of any seed, and says which in their name", async () => {
    dataIn();
    expect((await load("campus", { pages: 500 })).graph.size).toBe(500);
    expect((await load("campus-1k")).graph.size).toBe(1000);
    const [one, two] = [await load("campus-1k"), await load("campus-1k", { seed: 7 })];
    expect(two.name).toBe("campus-1k-seed7");
    expect(two.sha256).not.toBe(one.sha256);
    expect(one.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it("gives webs whose columns need no check where the catalogue knows that they have them, nor do their sites'", async () => {
    dataIn();
    const web = await load("campus-1k");
    expect(web.urls.at(web.start)).toMatch(/^http/);
    expect(siteOf(web, new URL(web.urls.at(0)).host).titles.size).toBeGreaterThan(0);
    // @ts-expect-error: cnr-2000 has links alone
    await expect(load("cnr-2000").then(({ urls }) => urls.size)).rejects.toThrow();
  });

  it("applies the link policy, which is part of what the web is known by", async () => {
    const plain = await load("campus-1k");
    const all = await load("campus-1k", { duplicates: "keep", selfLinks: "keep" });
    expect(all.graph.links).toBe(plain.found.links);
    expect(plain.graph.links).toBe(plain.found.links - plain.found.duplicates - plain.found.selfLinks);
    expect(all.sha256).not.toBe(plain.sha256);
  });

  it("says how to obtain a dataset whose file is missing, and what needs no fetching", async () => {
    const folder = dataIn();
    const { source, licence, files } = cardOf("web-NotreDame");
    const error = await failure(load("web-NotreDame"));
    expect(error).toMatchObject({ code: "missing" });
    expect(error.message).toBe(
      `web-NotreDame is not on this machine: no ${join(folder, files?.[0].path ?? "")}.\n` +
        `  To obtain it: ${source.obtain}.\n  Licence: ${licence}. Webs that need no fetching: load("campus")`,
    );
    expect(isAvailable(cardOf("web-NotreDame"))).toBe(false);
  });

  it("refuses a file of the right size and other bytes, with both digests", async () => {
    const [{ path, bytes, sha256: expected }] = cardOf("eurosis").files ?? [];
    const zeros = Buffer.alloc(bytes as number);
    dataIn({ [path]: zeros });
    const error = await failure(load("eurosis"));
    expect(error).toMatchObject({ code: "differs" });
    expect(error.message).toContain(
      `expected ${bytes} bytes with sha256 ${expected}, found ${bytes} with ${sha256(zeros)}. Nothing was used.`,
    );
    expect(error.message).toContain(cardOf("eurosis").source.obtain);
  });

  it("opens no archive that is not the one of the card", async () => {
    const [{ path, sha256: expected }] = cardOf("uci-ics-2019-text").files ?? [];
    dataIn({ [path]: "WARC/1.1\r\n" });
    const error = await failure(load("uci-ics-2019-text"));
    expect(error).toMatchObject({ code: "differs" });
    expect(error.message).toContain(expected);
  });

  const smat = realData("graphs/wb-cs-stanford/wb-cs.stanford.smat");
  it.skipIf(!smat)(
    "refuses a copy with one byte flipped, wherever that is, and loads the copy that is whole",
    async () => {
      const [{ path, bytes, sha256: expected }] = cardOf("wb-cs-stanford").files ?? [];
      const whole = readFileSync(smat as string);
      const folder = dataIn({ [path]: whole });
      expect((await load("wb-cs-stanford")).graph.size).toBe(9914);
      for (const at of [0, whole.length >> 1, whole.length - 1]) {
        const tampered = Buffer.from(whole);
        tampered[at] ^= 1;
        writeFileSync(join(folder, path), tampered);
        const error = await failure(load("wb-cs-stanford"));
        expect(error).toMatchObject({ code: "differs" });
        expect(error.message).toContain(`expected ${bytes} bytes with sha256 ${expected}`);
        expect(error.message).toContain(`found ${bytes} with ${sha256(tampered)}`);
      }
      writeFileSync(join(folder, path), whole.subarray(0, -1));
      expect((await failure(load("wb-cs-stanford"))).message).toContain(`found ${(bytes as number) - 1} with `);
    },
  );

  it.skipIf(!smat)("refuses any file of several, and names the one that differs", async () => {
    const files = cardOf("cnr-2000").files ?? [];
    const folder = dataIn();
    const source = dirname(dirname(dirname(smat as string)));
    for (const { path } of files) cpSync(join(source, path), join(folder, path), { recursive: true });
    expect(Object.keys(await verifiedFiles(cardOf("cnr-2000")))).toEqual(["graph", "properties", "offsets"]);
    const properties = join(folder, "graphs/law/cnr-2000.properties");
    writeFileSync(properties, `${readFileSync(properties, "utf8")}#\n`);
    expect((await failure(load("cnr-2000"))).message).toContain(`cnr-2000: ${properties} is not the file of the card`);
  });

  it("checks the counts where no digest is known", async () => {
    dataIn({ "graphs/web-Stanford/web-Stanford.txt.gz": "1 2\n2 1\n" });
    expect((await failure(load("stanford-2002"))).message).toBe(
      "stanford-2002: expected 281903 pages and 2312497 links, found 2 and 2. Nothing was used",
    );
  });

  it("refuses a size and a seed for a stored web, before it looks for its files", async () => {
    dataIn();
    for (const options of [{ pages: 100 }, { seed: 1 }]) {
      await expect(load("web-NotreDame", options)).rejects.toThrow(
        'web-NotreDame is a stored web: pages and seed are options of generated ones, load("campus", { pages: 1000 })',
      );
    }
  });

  it("refuses a name that it does not know", async () => {
    await expect(load("stanford" as "campus")).rejects.toThrow(/^no dataset "stanford" in the catalogue/);
  });
});

describe("loadOrOpen", () => {
  it("takes a word for a name of the catalogue first, and then for a path", async () => {
    const folder = dataIn({ "campus-1k/readme": "not a web", "links.txt": "0 1\n", bare: "0 1\n1 2\n" });
    const before = process.cwd();
    process.chdir(folder);
    try {
      expect((await loadOrOpen("campus-1k")).graph.size).toBe(1000);
      expect((await loadOrOpen("links.txt")).graph.size).toBe(2);
      expect((await loadOrOpen("bare")).graph.size).toBe(3);
      await expect(loadOrOpen("campus-1k/readme")).rejects.toThrow(/the format is not known/);
      await expect(loadOrOpen("nothing")).rejects.toThrow(/^no dataset "nothing" in the catalogue/);
      await expect(loadOrOpen("bare", { pages: 100 })).rejects.toThrow("bare is a stored web");
    } finally {
      process.chdir(before);
    }
  });
});

describe("a site of a web", () => {
  it("is a web by the name of the dataset and the host", async () => {
    const site = await loadOrOpen("Campus-1k/www.campus.example", { duplicates: "keep" });
    const same = siteOf(await load("campus-1k", { duplicates: "keep" }), "www.campus.example");
    expect([site.name, site.sha256, site.graph.size]).toEqual([
      "campus-1k/www.campus.example",
      same.sha256,
      same.graph.size,
    ]);
    expect(site.graph.size).toBeLessThan(1000);
  });

  it("is refused with the hosts that there are, and a path that is there goes before it", async () => {
    await expect(loadOrOpen("campus-1k/nowhere.example")).rejects.toThrow(
      /^campus-1k has no page on nowhere\.example; its largest hosts: www-db\./,
    );
    await expect(loadOrOpen("campus-1k/www.campus.example/deeper")).rejects.toThrow(coded("not-found"));
    const folder = dataIn({ "campus-1k/www.campus.example": "0 1\n" });
    const before = process.cwd();
    process.chdir(folder);
    try {
      expect((await loadOrOpen("campus-1k/www.campus.example")).graph.size).toBe(2);
    } finally {
      process.chdir(before);
    }
  });
});

describe("dataFolder", () => {
  it("is CRAWLBENCH_DATA, or else shared/data beside the working directory or this package, or none", () => {
    vi.stubEnv("CRAWLBENCH_DATA", "some/where");
    expect(dataFolder()).toBe(resolve("some/where"));
    vi.stubEnv("CRAWLBENCH_DATA", "");
    const place = temporaryFolder();
    mkdirSync(join(place, "shared/data"), { recursive: true });
    mkdirSync(join(place, "work"));
    vi.spyOn(process, "cwd").mockReturnValue(join(place, "work"));
    expect(dataFolder()).toBe(join(place, "shared/data"));
    vi.restoreAllMocks();
    const beside = resolve(import.meta.dirname, "../../../../shared/data");
    expect(dataFolder()).toBe(existsSync(beside) ? beside : undefined);
  });
});
