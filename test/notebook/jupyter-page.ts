import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { BrowserContext, Page } from "playwright-core";
import { projectRoot } from "../../src/notebook/project.js";
import { freePorts } from "./kernel-client.js";

/** What a cell shows: {"text/html", "text/plain"}, a text printed, or an error. */
export interface Shown {
  readonly output_type: string;
  readonly data?: Record<string, string>;
  readonly text?: string;
  readonly ename?: string;
  readonly evalue?: string;
}

/** What the page of the classic Notebook says of itself. */
declare const Jupyter: {
  readonly notebook: {
    readonly kernel: {
      is_connected(): boolean;
      /** Request -> whether its reply has come, and all that was published about it. */
      readonly _msg_callbacks: Record<string, { readonly shell_done?: boolean; readonly iopub_done?: boolean }>;
    };
    ncells(): number;
    get_cell(at: number): Cell;
    get_cells(): Cell[];
    insert_cell_at_bottom(type: string): void;
    select(at: number): void;
    edit_mode(): void;
  };
};

declare const document: {
  readonly documentElement: { readonly clientWidth: number };
  querySelector(selector: string): Element | null;
  querySelectorAll(selector: string): Iterable<Element>;
};

interface Element {
  readonly tagName: string;
  readonly textContent: string | null;
  querySelector(selector: string): Element | null;
  getBoundingClientRect(): { readonly right: number };
  scrollIntoView(): void;
}

interface Cell {
  readonly cell_type: string;
  readonly element: ArrayLike<Element>;
  /** The request that it was run by last. */
  readonly last_msg_id: string;
  readonly input_prompt_number: number | "*" | null | undefined;
  readonly output_area: { toJSON(): Shown[] };
  get_text(): string;
}

/** A Jupyter Notebook that `crawlbench notebook` started on a folder. */
export interface JupyterServer {
  readonly origin: string;
  readonly token: string;
  /** Ends Jupyter as a crash does: it can tell its kernels nothing. */
  kill(): Promise<void>;
}

/**
 * Starts Jupyter by the command that a person types, in a folder that has a file of links.
 *
 * @param links name of the file there
 */
export async function startJupyter(folder: string, links: string): Promise<JupyterServer> {
  const [port] = await freePorts(1);
  const typed = ["notebook", links, "--", "--no-browser", "--port", String(port), "--allow-root"];
  const child = spawn(process.execPath, [join(projectRoot, "src/cli/crawlbench.cjs"), ...typed], {
    cwd: folder,
    env: { ...process.env, CRAWLBENCH_CACHE: join(folder, "crawls") },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  const token = await new Promise<string>((found, failed) => {
    child.stderr.on("data", (text) => {
      said += text;
      const token = /127\.0\.0\.1:\d+\/\S*\?token=(\w+)/.exec(said)?.[1];
      if (token) found(token);
    });
    child.once("exit", (code) => failed(new Error(`Jupyter ended with code ${code}: ${said}`)));
  });
  const exit = new Promise<void>((ended) => child.once("exit", () => ended()));
  const kill = async () => {
    for (const [jupyter, [, parent]] of processes()) if (Number(parent) === child.pid) process.kill(jupyter, "SIGKILL");
    await exit;
  };
  return { origin: `http://127.0.0.1:${port}`, token, kill };
}

/** A notebook on the page of the classic Jupyter Notebook, used as a person uses it. */
export class JupyterPage {
  constructor(readonly page: Page) {}

  static async open(window: BrowserContext, { origin, token }: JupyterServer, file: string): Promise<JupyterPage> {
    const page = await window.newPage();
    await page.goto(`${origin}/notebooks/${file}?token=${token}`);
    const notebook = new JupyterPage(page);
    await notebook.ready();
    return notebook;
  }

  /** Waits until the kernel answers, and does nothing. */
  async ready(): Promise<void> {
    await this.page.waitForFunction(
      () =>
        typeof Jupyter === "object" &&
        Jupyter.notebook?.kernel?.is_connected() &&
        document.querySelector("#kernel_indicator_icon.kernel_idle_icon"),
    );
  }

  /** Picks what a menu holds. */
  async pick(menu: string, entry: string): Promise<void> {
    await this.page.click(menu);
    await this.page.click(entry);
  }

  /** Opens an empty cell at the end, with the cursor in it. @returns where it stands */
  newCell(): Promise<number> {
    return this.page.evaluate(() => {
      const { notebook } = Jupyter;
      notebook.insert_cell_at_bottom("code");
      const at = notebook.ncells() - 1;
      notebook.select(at);
      notebook.edit_mode();
      notebook.get_cell(at).element[0].scrollIntoView();
      return at;
    });
  }

  /** Writes a cell at the end and starts it. @returns where it stands */
  async start(code: string): Promise<number> {
    const at = await this.newCell();
    await this.page.keyboard.insertText(code);
    await this.page.keyboard.press("Control+Enter");
    return at;
  }

  /** Starts a cell again. */
  async again(at: number): Promise<void> {
    const before = await this.page.evaluate((at) => {
      Jupyter.notebook.select(at);
      return Jupyter.notebook.get_cell(at).last_msg_id;
    }, at);
    await this.page.keyboard.press("Control+Enter");
    await this.page.waitForFunction(([at, before]) => Jupyter.notebook.get_cell(at).last_msg_id !== before, [
      at,
      before,
    ] as const);
  }

  /**
   * Waits until a cell has ended, and the kernel takes others: tslab drops those that come right after an error.
   *
   * @returns what the cell shows
   */
  async end(at: number): Promise<Shown[]> {
    await this.#isRun(at);
    const outputs = await this.shown(at);
    if (outputs.some(({ output_type }) => output_type === "error")) {
      while (!(await this.#isRun(await this.start("0"))));
    }
    return outputs;
  }

  /** Waits until a cell has ended. @returns false where it was dropped */
  async #isRun(at: number): Promise<boolean> {
    const found = await this.page.waitForFunction((at) => {
      const { kernel } = Jupyter.notebook;
      const { last_msg_id, input_prompt_number } = Jupyter.notebook.get_cell(at);
      const heard = kernel._msg_callbacks[last_msg_id];
      return heard?.shell_done && heard.iopub_done ? { isRun: typeof input_prompt_number === "number" } : undefined;
    }, at);
    return (await found.jsonValue())?.isRun === true;
  }

  shown(at: number): Promise<Shown[]> {
    return this.page.evaluate((at) => Jupyter.notebook.get_cell(at).output_area.toJSON(), at);
  }

  async run(code: string): Promise<Shown[]> {
    return this.end(await this.start(code));
  }

  /** Runs all cells from the menu. @returns what those of code show */
  async runAll(): Promise<Shown[][]> {
    const cells = await this.page.evaluate(() =>
      Jupyter.notebook.get_cells().flatMap((cell, at) => (cell.cell_type === "code" && cell.get_text() ? [at] : [])),
    );
    await this.pick("#celllink", "#run_all_cells");
    const shown: Shown[][] = [];
    for (const at of cells) shown.push(await this.end(at));
    return shown;
  }

  /** Waits until what a cell shows holds a text. */
  async shows(at: number, text: string): Promise<void> {
    await this.page.waitForFunction(
      ([at, text]) =>
        Jupyter.notebook.get_cell(at).element[0].querySelector(".output_wrapper")?.textContent?.includes(text),
      [at, text] as const,
    );
  }

  /** Presses ■. */
  async interrupt(): Promise<void> {
    await this.page.click("[data-jupyter-action='jupyter-notebook:interrupt-kernel']");
  }

  /** Types at the end of the notebook and presses Tab. @returns the names offered, or what the cell became */
  async completed(code: string): Promise<string[]> {
    await this.newCell();
    await this.page.keyboard.type(code);
    await this.page.keyboard.press("Tab");
    const offered = await this.page.waitForFunction((code) => {
      const names = Array.from(document.querySelectorAll("#complete option"), (each) => each.textContent ?? "");
      const text = Jupyter.notebook.get_cell(Jupyter.notebook.ncells() - 1).get_text();
      if (names.length > 0) return names;
      return text.length > code.length + 2 ? [text] : undefined; // braces and quotes close themselves
    }, code);
    const names = await offered.jsonValue();
    await this.page.keyboard.press("Escape");
    return names as string[];
  }

  /** What reaches over the window's right edge, by its first words; tables that can be shifted to the side too. */
  tooWide(): Promise<string[]> {
    return this.page.evaluate(() =>
      Array.from(document.querySelectorAll(".output_subarea, .output_subarea *"))
        .filter((each) => each.getBoundingClientRect().right > document.documentElement.clientWidth)
        .map((each) => `${each.tagName} ${each.textContent?.slice(0, 40)}`),
    );
  }
}

/** Whether a process runs, as far as Linux tells. */
export const isRunning = (pid: number): boolean => existsSync(`/proc/${pid}/stat`);

/** Waits until a process has ended. */
export async function gone(pid: number): Promise<void> {
  while (isRunning(pid)) await pause(20);
}

/** Processes that run -> fields of /proc/PID/stat after the name: state, parent, ... proc(5) */
function processes(): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const name of readdirSync("/proc").filter((each) => /^\d+$/.test(each))) {
    try {
      const text = readFileSync(`/proc/${name}/stat`, "utf8");
      found.set(Number(name), text.slice(text.lastIndexOf(")") + 2).split(" "));
    } catch {} // it has ended
  }
  return found;
}

/** Processor time, in seconds, that a process with all threads and the processes below it have used. */
function processorTime(pid: number): number {
  const all = processes();
  const below = [pid];
  for (const parent of below) for (const [each, [, ppid]] of all) if (Number(ppid) === parent) below.push(each);
  const ticks = (each: string[] = []) => Number(each[11] ?? 0) + Number(each[12] ?? 0); // utime, stime
  return below.reduce((sum, each) => sum + ticks(all.get(each)), 0) / 100; // Linux counts 100 a second
}

/** Share of a core that a process and those below it use: over two seconds, from two seconds from now. */
export async function coresUsed(pid: number): Promise<number> {
  await pause(2000);
  const before = processorTime(pid);
  await pause(2000);
  return (processorTime(pid) - before) / 2;
}
