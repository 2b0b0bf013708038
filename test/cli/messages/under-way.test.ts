import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Site, serve } from "../../../src/site/server.js";
import { campus } from "../../../src/web/campus/campus.js";
import { describeWithNats, type NatsServer, startNats } from "../../cluster/nats-server.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { entry } from "../command.js";
import { whole } from "../whole-program.js";

// What is said while a crawl is under way. Texts beside this file hold what a command line says that stands alone.

const folder = temporaryFolder();
let site: Site;
beforeAll(async () => {
  site = await serve(campus({ pages: 100 }), { bytes: 2_000 });
});
afterAll(() => site.close());

interface Crawling {
  /** Ctrl-C. @returns exit code, and the last line that it says */
  interrupt(): Promise<readonly [code: number, said: string]>;
}

/** A crawl that takes minutes, as a process of its own; it has begun. */
async function crawling(begun: RegExp, ...more: string[]): Promise<Crawling> {
  const words = ["crawl", site.start, "--contact", "you@example.edu", "--delay", "2", "--delay-factor", "0"];
  const place = ["--resolve", `*=127.0.0.1:${site.port}`, "--watch"];
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, [entry, ...words, ...place, ...more], {
    cwd: folder,
  });
  let said = "";
  child.stderr.setEncoding("utf8");
  await new Promise<void>((settle) => {
    child.stderr.on("data", (text: string) => {
      said += text;
      if (begun.test(said)) settle();
    });
  });
  return {
    async interrupt() {
      const closed = once(child, "close");
      child.kill("SIGINT");
      const [code] = await closed;
      return [
        code,
        said
          .trimEnd()
          .split("\n")
          .at(-1)
          ?.replace(/\d+ pages/, "N pages") ?? "",
      ];
    },
  };
}

it("of one process: Ctrl-C keeps what is there, and says how to go on", async () => {
  const crawl = await crawling(/watch it at/, "--out", "alone");
  expect(await crawl.interrupt()).toEqual([
    130,
    "stopped at N pages, all on disk. To resume, type the same command again",
  ]);
});

describeWithNats("of several processes", () => {
  let nats: NatsServer;
  beforeAll(async () => {
    nats = await startNats();
  });

  it("orders that make no sense are refused, and Ctrl-C says how to go on", async () => {
    const share = await crawling(/a takes part/, "--out", "a", "--name", "a", "--join", nats.address);
    const refused = async (...order: string[]) => {
      const { code, stderr } = await whole(["processes", nats.address, ...order], folder);
      expect(code).toBe(1);
      return stderr.replaceAll(nats.address, "NATS").trimEnd();
    };
    expect(await refused("--leave", "a")).toBe(
      "a is the only process: start another, that its hosts can go to, or end the crawl with --forget",
    );
    expect(await refused("--leave", "b")).toBe("there is no process b. There are: a");
    expect(await refused("--lost", "a")).toBe("a runs, and its disk is there: --leave a lets it hand its hosts over");
    expect(await refused("--forget")).toBe(
      "a still crawls: end it first, crawlbench processes NATS --crawl crawl --stop",
    );
    expect(await refused("--crawl", "other")).toMatch(
      /^NATS knows no crawl other\. There are: crawl\. Name one by --crawl, or begin one: crawlbench crawl https/,
    );
    expect(await share.interrupt()).toEqual([
      130,
      "stopped at N pages, all on disk; its hosts wait for it. To resume, type the same command again",
    ]);
  });
});
