import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { datasetsCommand } from "../../src/cli/datasets.js";
import type { BuildOptions, Built } from "../../src/recipe/debian-docs/build.js";
import { debianDocsBy } from "../../src/recipe/debian-docs.js";
import { cardOf } from "../../src/web/dataset/card.js";
import { packagedFolder } from "../../src/web/dataset/packaged.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { said } from "./in-process.js";

afterEach(() => vi.unstubAllEnvs());

const counts = { pages: 1234, links: 5678, crossHostLinks: 90, hosts: 3, reached: 1200, captures: 2000, files: 1300 };

/** The command with a builder that builds nothing, and what that was told. */
function command() {
  const told: BuildOptions[] = [];
  const build = async (options: BuildOptions): Promise<Built> => {
    told.push(options);
    return {
      ...counts,
      folder: options.out,
      sets: options.sets.map(({ name }) => name),
      packages: ["a=1", "b=2"],
      downloadBytes: 2_500_000,
      start: "https://a.example/",
      sha256: "0".repeat(64),
      milliseconds: { fetch: 2000, unpack: 3000, crawl: 40_000, repack: 5000 },
    };
  };
  return {
    told,
    run: (...args: string[]) =>
      said(
        datasetsCommand(async () => [debianDocsBy(build)]),
        ["build", ...args],
      ),
  };
}

describe("crawlbench datasets build", () => {
  it("builds the default union where load finds it, and says what came of it", async () => {
    vi.stubEnv("CRAWLBENCH_CACHE", temporaryFolder());
    const { told, run } = command();
    const folder = join(process.env.CRAWLBENCH_CACHE as string, "datasets/debian-docs");
    const { stdout, error } = await run("debian-docs");
    expect(error).toBeUndefined();
    expect(told[0]).toMatchObject({ out: folder });
    expect(told[0].sets).toHaveLength(52);
    expect(Object.keys(told[0]).sort()).toEqual(["keep", "name", "onProgress", "out", "sets", "signal"]);
    expect(told[0]).toMatchObject({ name: "debian-docs", keep: "pages" });
    expect(stdout).toBe(
      `debian-docs: 1,234 pages on 3 hosts, 5,678 links as stored, 90 of them from host to host; in ${folder}\n` +
        "  start https://a.example/ reaches 1,200 pages; 1,300 HTML files in the packages, those that no page links to left out\n" +
        "  2 packages of 52 sets, 3 MB fetched; fetch 2 s, unpack 3 s, crawl 40 s, repack 5 s\n" +
        "  Next: crawlbench open debian-docs\n",
    );
  });

  it("puts another union elsewhere, and hands flags on", async () => {
    vi.stubEnv("CRAWLBENCH_CACHE", temporaryFolder());
    const { told, run } = command();
    const elsewhere = join(process.env.CRAWLBENCH_CACHE as string, "datasets/debian-docs-mako+bs4");
    expect((await run("debian-docs", "--sets", "mako,bs4")).stdout).toContain(`Next: crawlbench open ${elsewhere}\n`);
    const { stdout } = await run(
      "debian-docs",
      "--json",
      "--sets",
      "bs4",
      "--out",
      "here",
      "--keep-packages",
      "there",
      "--connections",
      "3",
    );
    expect(JSON.parse(stdout)).toMatchObject({ ...counts, folder: "here", sets: ["bs4"] });
    expect(told.map(({ out, keepPackages, connections }) => ({ out, keepPackages, connections }))).toEqual([
      { out: elsewhere },
      { out: "here", keepPackages: "there", connections: 3 },
    ]);
  });

  it("makes the web of the package anew without its text, and says whether every byte is as in the package", async () => {
    vi.stubEnv("CRAWLBENCH_CACHE", temporaryFolder());
    const { told, run } = command();
    const same = packagedFolder("debian-docs-small");
    const { stdout } = await run("debian-docs-small", "--out", same);
    expect(told[0]).toMatchObject({ name: "debian-docs-small", keep: "words", out: same });
    expect(told[0].sets).toHaveLength(25);
    const { sha256 } = cardOf("debian-docs-small").packaged ?? {};
    expect(stdout).toContain(
      `Next: crawlbench open ${same}\n  Every byte is as in this package: sha256 of the files ${sha256}\n`,
    );
    const other = temporaryFolder();
    writeFileSync(join(other, "a"), "b");
    expect((await run("debian-docs-small", "--out", other)).stdout).toContain(
      "Other bytes than in this package, made from a=1, b=2: sha256",
    );
  });

  it("refuses a set that it does not know, and a dataset that is not built here, before anything is fetched", async () => {
    const { told, run } = command();
    expect((await run("debian-docs", "--sets", "perl")).error).toMatch(/^debian-docs has no set "perl"/);
    expect((await run("campus")).error).toBe("campus is not built here; these are: debian-docs-small, debian-docs");
    expect((await run("stanford")).error).toMatch(/^no dataset "stanford" in the catalogue/);
    expect((await run()).error).toMatch(/missing required argument 'name'/);
    expect(told).toEqual([]);
  });

  it("is stopped by Ctrl-C, and says that nothing was kept", async () => {
    const before = process.listenerCount("SIGINT");
    const build = ({ signal }: BuildOptions) =>
      new Promise<Built>((_, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
        process.emit("SIGINT");
      });
    const { error } = await said(
      datasetsCommand(async () => [debianDocsBy(build)]),
      ["build", "debian-docs", "--out", "nowhere"],
    );
    expect(error).toBe("stopped; nothing was kept but packages under --keep-packages. The same command begins anew");
    expect(process.listenerCount("SIGINT")).toBe(before);
  });

  it("leaves `crawlbench datasets` and `crawlbench datasets NAME` as they were", async () => {
    expect((await said(datasetsCommand(), [])).stdout).toMatch(/^name +here +pages[\s\S]*\ndebian-docs /);
    expect((await said(datasetsCommand(), ["campus"])).stdout).toMatch(/^campus: Campus: a generated university web/);
    expect(JSON.parse((await said(datasetsCommand(), ["campus", "--json"])).stdout)).toMatchObject({ id: "campus" });
  });
});
