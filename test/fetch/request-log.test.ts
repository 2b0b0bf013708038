import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ErrorLog } from "../../src/fetch/error-log.js";
import { withLog } from "../../src/fetch/request-log.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { FakeClock } from "./fake-clock.js";
import { simulate } from "./simulate.js";
import { page, SimulatedWeb } from "./simulated-web.js";

const linesOf = (file: string) =>
  readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("a request log", () => {
  it("tells every answer as it came, robots.txt and failures among them, and grows when the crawl goes on", async () => {
    const requestLog = join(temporaryFolder(), "requests.jsonl");
    const answer = (url: string) => {
      if (url.endsWith("/robots.txt")) return { status: 404 };
      if (url.endsWith("/cut")) return { body: "<p>", truncated: "disconnect" as const };
      if (url.endsWith("/moved")) return { status: 301, headers: { location: "/" } };
      if (url.endsWith("/none")) return { fault: "tls" as const };
      return { body: page(url, ["/cut", "/moved", "/none"]) };
    };
    const options = { seeds: ["http://a.example/"], requestLog, pages: 2 };
    const { server, out } = await simulate({ answer, options });
    const went = await simulate({ answer, options: { requestLog }, out });
    const lines = linesOf(requestLog);
    expect(lines.map(({ url }) => url)).toEqual([...server.log, ...went.server.log].map(({ url }) => url));
    expect(lines.map(({ time }) => time)).toEqual([...server.log, ...went.server.log].map(({ begin }) => begin));
    const told = new Map(lines.map(({ url, ...line }) => [url.slice("http://a.example".length), line]));
    expect(told.get("/robots.txt")).toMatchObject({ ending: "whole", status: 404, bytes: 0, milliseconds: 50 });
    expect(told.get("/cut")).toMatchObject({ ending: "cut", by: "disconnect", status: 200, bytes: 3 });
    expect(told.get("/moved")).toMatchObject({ status: 301, location: "/" });
    expect(told.get("/none")).toMatchObject({ ending: "failed", fault: "tls" });
  });

  it("puts a file aside when it is long, and loses no line", async () => {
    const folder = temporaryFolder();
    const clock = new FakeClock();
    const errors = new ErrorLog(() => clock.now());
    const web = withLog(new SimulatedWeb(clock, () => ({})), join(folder, "log"), clock, errors, 1_000);
    for (let i = 0; i < 30; i++) await clock.run(web.fetch({ url: `http://a.example/${i}` }));
    await web.close();
    const files = readdirSync(folder).sort();
    expect(files).toEqual(["log", "log.1", "log.2", "log.3", "log.4"].slice(0, files.length));
    expect(files.length).toBeGreaterThan(2);
    const inOrder = [...files.slice(1), "log"].flatMap((name) => linesOf(join(folder, name)));
    expect(inOrder.map(({ url }) => url)).toEqual(Array.from({ length: 30 }, (_, i) => `http://a.example/${i}`));
  });

  it("is refused where it cannot be written, before anything is asked for", async () => {
    const requestLog = join(temporaryFolder(), "missing", "log");
    await expect(
      simulate({ answer: () => ({}), options: { seeds: ["http://a.example/"], requestLog } }),
    ).rejects.toThrow("cannot write the request log");
  });

  it("is closed where the crawl cannot be opened for another reason", async () => {
    const requestLog = join(temporaryFolder(), "requests.jsonl");
    const first = { seeds: ["http://a.example/"], pages: 1 };
    const { out } = await simulate({ answer: () => ({}), options: first });
    writeFileSync(join(out, "state", "cookies.json"), "no cookies");
    const again = simulate({ answer: () => ({}), options: { requestLog, cookies: true }, out });
    await expect(again).rejects.toThrow("cookies.json cannot be read");
    // a file that nobody closed fails every test: see setup.ts
  });
});
