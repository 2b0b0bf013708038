import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Desk } from "../../cli/command.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { describeWithNats, freePort, startNats } from "../nats-server.js";

/** A list of links, as text: page i links to two earlier ones, and is linked by the one before. */
const links = Array.from({ length: 50 }, (_, i) => `${i} ${i + 1}\n${i + 1} ${i >> 1}\n${i + 1} 0`).join("\n");

const log = "http://a.example/\nhttp://b.example/\nhttp://a.example/\n";

describeWithNats("a command that may share its work", () => {
  it("loads no package of the engine where nobody is asked to join", async () => {
    const desk = new Desk({ apart: true });
    desk.write("links.txt", links);
    const args = ["compare", "links.txt", "--by", "breadth-first", "--hot", "3", "--no-cache"];
    const scriptsOf = async (more: readonly string[], told?: RegExp) => {
      const folder = temporaryFolder();
      await desk.good([...args, ...more], { env: { NODE_V8_COVERAGE: folder }, ...(told && { told }) });
      return readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), "utf8").match(/@nats-io/g) ?? []);
    };
    expect(await scriptsOf([])).toEqual([]);
    const { address } = await startNats();
    expect((await scriptsOf(["--join", address], /^No worker listens/)).length).toBeGreaterThan(0);
  });

  it("says what to type where no engine answers", async () => {
    const desk = new Desk();
    const address = `nats://127.0.0.1:${await freePort()}`;
    const nothing = new RegExp(`nothing answers at ${address} .*: start nats-server -js -sd FOLDER`);
    expect(await desk.refusal(["work", "--join", address])).toMatch(nothing);
    expect(await desk.refusal(["compare", "campus", "--hot", "100", "--join", address])).toMatch(nothing);
    desk.write("urls.txt", log);
    expect(await desk.refusal(["cache", "urls.txt", "--join", address])).toMatch(nothing);
    expect(await desk.refusal(["cache", "urls.txt", "--join", address, "--sample", "10%"])).toMatch(/leave out --join/);
    expect(await desk.refusal(["work"])).toContain("--join <engine>");
  });
});
