import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { appendFile, chown, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, it } from "vitest";
import { serverAccount } from "../../../../../src/experiment/dorosz/peer/postgres/account.js";
import { findBinaries } from "../../../../../src/experiment/dorosz/peer/postgres/binaries.js";
import { Connection } from "../../../../../src/experiment/dorosz/peer/postgres/connection.js";
import {
  type PrivateServer,
  serverSettings,
  startServer,
} from "../../../../../src/experiment/dorosz/peer/postgres/server.js";
import { postgres } from "../../../../../src/experiment/dorosz/peer/postgres.js";
import { openUrlDatabase } from "../../../../../src/urldb/database.js";
import { describeWithPostgres, newFolder } from "./with-postgres.js";

const pidFile = (path: string) => join(path, "cluster", "postmaster.pid");
const pidOf = async (path: string) => Number.parseInt(await readFile(pidFile(path), "utf8"), 10);

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let attempt = 0; !(await holds()); attempt++) {
    if (attempt === 200) expect.unreachable(`10 seconds, and not yet: ${what}`);
    await pause(50);
  }
}

async function ask(server: PrivateServer, question: string): Promise<string[]> {
  const connection = await Connection.open(server.config, "here");
  const rows = await connection.query<Record<string, string>>(question);
  await connection.end();
  return rows.flatMap((row) => Object.values(row).map(String));
}

const open = (path: string) => openUrlDatabase(path, { engine: postgres });

describeWithPostgres("a server of PostgreSQL for one database", () => {
  const started = new Set<ChildProcess>();
  afterAll(() => {
    for (const child of started) child.kill("SIGKILL");
  });

  /** A process that starts a server. */
  function starting(path: string): ChildProcess {
    const dist = resolve(import.meta.dirname, "../../../../../dist");
    const module = pathToFileURL(`${dist}/experiment/dorosz/peer/postgres/server.js`).href;
    const script = `await (await import("${module}")).startServer(${JSON.stringify(path)})`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "ignore" });
    started.add(child);
    return child;
  }

  async function killed(child: ChildProcess): Promise<void> {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }

  it("is made in a folder below one that nobody else may enter, answers on a socket alone, and goes without a trace", async () => {
    // a socket's name has at most 107 bytes
    const path = join(await newFolder(0o700), "not there yet", "x".repeat(120));
    const server = await startServer(path);
    const pid = await pidOf(path);
    expect(lives(pid)).toBe(true);
    expect(statSync(`${server.config.host}`).mode & 0o777).toBe(0o700);
    for (const [name, value] of Object.entries(serverSettings))
      expect(await ask(server, `show ${name}`)).toEqual([value]);
    expect(await ask(server, "show fsync")).toEqual(["on"]);
    expect(await ask(server, "select inet_server_addr()")).toEqual(["null"]); // no network
    await server.stop();
    expect(lives(pid)).toBe(false);
    expect(existsSync(pidFile(path))).toBe(false);
    expect(existsSync(`${server.config.host}`)).toBe(false);
    expect(await readFile(join(path, "server.log"), "utf8")).toContain("database system is shut down");
  });

  it("ends with its process, however that is killed, and hands over what was acknowledged", async () => {
    const dist = resolve(import.meta.dirname, "../../../../../dist");
    expect(existsSync(join(dist, "urldb/database.js")), "this test runs the compiled library: npm run build").toBe(
      true,
    );
    const path = await newFolder();
    const script = `
      const from = (name) => import(new URL(name, ${JSON.stringify(pathToFileURL(`${dist}/`).href)}).href);
      const { openUrlDatabase } = await from("urldb/database.js");
      const { postgres } = await from("experiment/dorosz/peer/postgres.js");
      const database = await openUrlDatabase(${JSON.stringify(path)}, { engine: postgres });
      await database.add(["http://a/", "http://b/"]);
      console.log("added");
      for (let i = 0; ; i++) await database.add("http://more/" + i);
    `;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    started.add(child);
    await new Promise((resolve) => child.stdout.once("data", resolve));
    const pid = await pidOf(path);
    expect(lives(pid)).toBe(true);
    child.kill("SIGKILL");
    await until("the server has ended", () => !lives(pid));
    const database = await open(path);
    expect((await database.add(["http://a/", "http://b/"])).known).toBe(2);
    await database.close();
  });

  it("waits for the server of a killed process, without being told that it is about to end", async () => {
    const path = await newFolder();
    const server = await startServer(path);
    const stopped = server.stop(); // as the kill of the process would
    const next = await startServer(path);
    expect(await ask(next, "select 1")).toEqual(["1"]);
    await stopped;
    await next.stop();
  });

  it("waits for one that only shows once it starts itself: its process was killed while it started its server", async () => {
    const path = await newFolder();
    await (await startServer(path)).stop();
    const log = join(path, "server.log");
    for (let delay = 0; delay < 20; delay += 2) {
      await rm(log);
      const child = starting(path);
      await until("the server has its log", () => existsSync(log));
      await pause(delay);
      await killed(child);
      const server = await startServer(path);
      expect(await ask(server, "select 1"), `killed ${delay} ms after its server was started`).toEqual(["1"]);
      await server.stop();
    }
  });

  it("ends a server whose process is gone and that was left running", async () => {
    const path = await newFolder(0o755);
    await (await startServer(path)).stop();
    const binaries = await findBinaries();
    const account = await serverAccount();
    const sockets = await newFolder(0o755);
    if (account) await chown(sockets, account.uid, account.gid);
    const program = join(`${binaries?.folder}`, "postgres");
    const options = ["-D", join(path, "cluster"), "-k", sockets, "-c", "listen_addresses="];
    const orphan = spawn(program, options, { cwd: "/", stdio: "ignore", ...account });
    started.add(orphan);
    await until("it answers", () => existsSync(join(sockets, ".s.PGSQL.5432")));
    const server = await startServer(path);
    expect(orphan.exitCode).toBe(0); // ended in order, not killed
    expect(await pidOf(path)).not.toBe(orphan.pid);
    await server.stop();
  });

  it("is not started twice, and the first goes on", async () => {
    const path = await newFolder();
    const database = await open(path);
    await expect(open(path)).rejects.toMatchObject({ code: "locked" });
    await expect(open(path)).rejects.toThrow(
      /cluster is open: its server, process \d+, serves another; close it there/,
    );
    expect((await database.add("http://a/")).added).toBe(1);
    await database.close();
  });

  it("recovers when it was killed itself: its database says so, and has what was acknowledged when opened again", async () => {
    const path = await newFolder();
    const database = await open(path);
    await database.add("http://a/");
    process.kill(await pidOf(path), "SIGKILL");
    // sessions end when they see that their server is gone, which may be after one more answer
    await until("a call fails", () =>
      database.get("http://a/").then(
        () => false,
        ({ code }) => code === "failed",
      ),
    );
    await database.close();
    expect(existsSync(pidFile(path))).toBe(true);
    const again = await open(path);
    expect((await again.add(["http://a/", "http://b/"])).known).toBe(1);
    await again.close();
  });

  it("starts although a dead server left the number of a process that lives, or none, and leaves that process in peace", async () => {
    const path = await newFolder();
    await (await startServer(path)).stop();
    const bystander = spawn("/bin/sleep", ["60"], { stdio: "ignore" });
    started.add(bystander);
    await writeFile(pidFile(path), `${bystander.pid}\n${join(path, "cluster")}\n1\n5432\n/nowhere\n\n`);
    await (await startServer(path)).stop();
    await writeFile(pidFile(path), "");
    await (await startServer(path)).stop();
    expect(bystander.exitCode).toBeNull();
    expect(bystander.signalCode).toBeNull();
  });

  it("is made anew when a kill left it half made", async () => {
    const path = await newFolder();
    await mkdir(join(path, "cluster.new", "base"), { recursive: true });
    await (await startServer(path)).stop();
    expect(existsSync(join(path, "cluster.new"))).toBe(false);
  });

  it("is made anew while the process that makes it works on, whose own process was killed", async () => {
    const path = await newFolder();
    const child = starting(path);
    const made = () => readdirSync(path).filter((name) => name.startsWith("cluster"));
    await until("there are files", () => made().some((name) => existsSync(join(path, name, "base"))));
    await killed(child);
    const server = await startServer(path);
    expect(await ask(server, "select 1")).toEqual(["1"]);
    await server.stop();
    expect(made()).toEqual(["cluster"]);
  });

  it("says what the server said when it does not start, and leaves nothing behind", async () => {
    const path = await newFolder();
    await (await startServer(path)).stop();
    await appendFile(join(path, "cluster", "postgresql.conf"), "no_such_setting = 1\n");
    await expect(startServer(path)).rejects.toMatchObject({ code: "failed" });
    await expect(startServer(path)).rejects.toThrow(/did not start: .*"no_such_setting"/s);
    expect(existsSync(pidFile(path))).toBe(false);
  });

  it("gives up on a server that refuses its own user, and ends it", async () => {
    const path = await newFolder();
    await (await startServer(path)).stop();
    await writeFile(join(path, "cluster", "pg_hba.conf"), "local all all reject\n");
    await expect(startServer(path)).rejects.toMatchObject({ code: "failed" });
    await expect(startServer(path)).rejects.toThrow(/server is not reached: pg_hba.conf rejects/);
    expect(existsSync(pidFile(path))).toBe(false);
  });

  it("needs the version that made the files, and names its package", async () => {
    const path = await newFolder();
    await mkdir(join(path, "cluster"));
    await writeFile(join(path, "cluster", "PG_VERSION"), "9\n");
    await expect(startServer(path)).rejects.toMatchObject({ code: "unavailable" });
    await expect(startServer(path)).rejects.toThrow(/PostgreSQL 9 is not installed.*package "postgresql-9"/);
  });

  it("is looked for where CRAWLBENCH_POSTGRES_BIN says, and nowhere else", async () => {
    const empty = await newFolder();
    process.env.CRAWLBENCH_POSTGRES_BIN = empty;
    try {
      expect(await postgres.missing?.()).toMatch(
        /not installed: .* in CRAWLBENCH_POSTGRES_BIN, .*Debian's package "postgresql"/,
      );
      await expect(open(await newFolder())).rejects.toMatchObject({ code: "unavailable" });
    } finally {
      delete process.env.CRAWLBENCH_POSTGRES_BIN;
    }
    expect(await postgres.missing?.()).toBeUndefined();
  });

  it("tells its errors by their states: no room, damage, and the rest, after which the session goes on", async () => {
    const path = await newFolder();
    const server = await startServer(path);
    const connection = await Connection.open(server.config, "here");
    const raise = (state: string, message = "so") =>
      connection.query(`do $$ begin raise exception '${message}' using errcode = '${state}'; end $$`);
    await expect(raise("53100")).rejects.toMatchObject({ code: "disk-full" });
    await expect(raise("58030", "could not write: No space left on device")).rejects.toMatchObject({
      code: "disk-full",
    });
    await expect(raise("XX001")).rejects.toMatchObject({ code: "damaged" });
    await expect(raise("54000")).rejects.toMatchObject({
      code: "failed",
      message: expect.stringContaining("SQLSTATE 54000"),
    });
    expect(await connection.query("select 1 as one")).toEqual([{ one: 1 }]);
    await expect(raise("57P01")).rejects.toMatchObject({ message: expect.stringContaining("the session is lost") });
    await expect(connection.query("select 1")).rejects.toMatchObject({ code: "failed" });
    await connection.end();
    await server.stop();
    await rm(path, { recursive: true });
  });
});
