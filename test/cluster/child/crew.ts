import { type ChildProcess, spawn } from "node:child_process";
import { join, resolve } from "node:path";
import type { JoinOptions } from "../../../src/cluster/join.js";
import type { CrawlOptions } from "../../../src/fetch/crawl-options.js";
import type { CrawlStatus } from "../../../src/fetch/status.js";

export interface CrewOptions {
  /** Of the engine, as each process knows it. */
  readonly address: string | ((name: string) => string);
  /** Folder of the shards; each is named like its process. */
  readonly folder: string;
  readonly options: Omit<CrawlOptions, "out">;
  readonly join?: JoinOptions;
}

/** Processes of the compiled library that share a crawl, each of which can be killed and started again. */
export class Crew {
  readonly #options: CrewOptions;
  readonly #running = new Map<
    string,
    { readonly child: ChildProcess; readonly ended: Promise<CrawlStatus | undefined> }
  >();

  /** What a process said of an engine that stores nothing, though it is there. */
  silence: string | undefined;

  constructor(options: CrewOptions) {
    this.#options = options;
  }

  get running(): readonly string[] {
    return [...this.#running.keys()];
  }

  folderOf(name: string): string {
    return join(this.#options.folder, name);
  }

  start(name: string): void {
    const { address: of, options, join: how } = this.#options;
    const address = typeof of === "string" ? of : of(name);
    const dist = resolve(import.meta.dirname, "../../../dist");
    const told = {
      dist,
      address,
      options: { ...options, out: this.folderOf(name) },
      join: { crawl: "crawl", ...how, name },
    };
    const child = spawn(process.execPath, [join(import.meta.dirname, "join.mjs"), JSON.stringify(told)], {
      stdio: ["ignore", "pipe", "inherit", "ipc"],
    });
    child.on("message", (what: string) => {
      this.silence = what;
    });
    let said = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    const ended = new Promise<CrawlStatus | undefined>((settle) => {
      child.once("close", () => {
        this.#running.delete(name);
        settle(said === "" ? undefined : JSON.parse(said));
      });
    });
    this.#running.set(name, { child, ended });
  }

  /** SIGSTOP: it stands still, and does not know. */
  freeze(name: string): void {
    this.#running.get(name)?.child.kill("SIGSTOP");
  }

  thaw(name: string): void {
    this.#running.get(name)?.child.kill("SIGCONT");
  }

  /** SIGKILL. Resolves when it is gone. */
  async kill(name: string): Promise<void> {
    const each = this.#running.get(name);
    each?.child.kill("SIGKILL");
    await each?.ended;
  }

  /** How a process ended; undefined when it was killed, or is not there. */
  async ended(name: string): Promise<CrawlStatus | undefined> {
    return this.#running.get(name)?.ended;
  }

  async killAll(): Promise<void> {
    await Promise.all(this.running.map((name) => this.kill(name)));
  }
}
