import { execFile } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it, vi } from "vitest";
import { problem } from "../../../src/base/error.js";
import { openNats } from "../../../src/cluster/nats/open-nats.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { coded } from "../../fixture/problems.js";
import { selfSigned } from "../../fixture/torture/certificate.js";
import { describeWithNats, freePort, startNats } from "../nats-server.js";
import { streamsAt } from "./keepers.js";

const open = resolve(import.meta.dirname, "../../../dist/cluster/nats/open-nats.js");

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** A server that says something to whoever comes, and answers. */
async function stranger(greeting: string, answer?: (text: string) => string): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write(greeting);
    socket.on("data", (data) => void socket.write(answer?.(`${data}`) ?? ""));
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `127.0.0.1:${(server.address() as { readonly port: number }).port}`;
}

/**
 * A server of NATS as far as can be seen: answers with nothing but an error, "answer 1", "answer 2" and so on.
 *
 * @param onQuestion called when a question came, before it is answered
 */
function unavailable(version: string, onQuestion: (count: number) => unknown): Promise<string> {
  let [questions, inbox] = [0, ""];
  return stranger(`INFO ${JSON.stringify({ version, jetstream: true, headers: true, max_payload: 1e6 })}\r\n`, (text) =>
    text
      .split("\r\n")
      .map((line) => {
        inbox = /^SUB _INBOX\S* (\S+)/.exec(line)?.[1] ?? inbox;
        if (line === "PING") return "PONG\r\n";
        const [, to] = /^H?PUB \S+ (_INBOX\S+)/.exec(line) ?? [];
        if (to === undefined) return "";
        onQuestion(++questions);
        const error = { code: 503, err_code: 10008, description: `answer ${questions}` }; // JetStream is away for now
        const body = JSON.stringify({ type: "error", error });
        return `MSG ${to} ${inbox} ${body.length}\r\n${body}\r\n`;
      })
      .join(""),
  );
}

const refusal = (code: string, message: RegExp) => ({
  code,
  message: expect.stringMatching(message),
});

describeWithNats("opening an engine on NATS", () => {
  it("says what to start where nothing answers", async () => {
    const address = `127.0.0.1:${await freePort()}`;
    await expect(openNats(address, "g")).rejects.toMatchObject(
      refusal(
        "unreachable",
        new RegExp(
          `^nothing answers at nats://${address} \\(.*\\): start nats-server -js -sd FOLDER \\(Debian package nats-server\\)`,
        ),
      ),
    );
    await expect(openNats("nats://me:secret@no-such-host.invalid", "g")).rejects.toMatchObject(
      refusal("unreachable", /^nothing answers at nats:\/\/no-such-host\.invalid:4222/),
    );
  });

  it("takes the second of several servers when the first does not answer", async () => {
    const { address } = await startNats();
    const engine = await openNats(`127.0.0.1:${await freePort()},${address}`, "g");
    await engine.put("q", new Uint8Array(1), "1");
    await engine.close();
  });

  it("makes nothing for whoever only looks where there is nothing, and opens what there is", async () => {
    const { address } = await startNats();
    const missing = async (shown: string) => {
      throw problem.choice`${shown} has none`;
    };
    for (let looks = 0; looks < 2; looks++)
      await expect(openNats(address, "g", { missing })).rejects.toEqual(coded("choice", `${address} has none`));
    const engine = await openNats(address, "g");
    await expect(openNats(address, "g", { missing })).rejects.toEqual(coded("choice", `${address} has none`));
    await engine.write("k", new Uint8Array(1), 0);
    await engine.close();
    await (await openNats(address, "g", { missing })).close();
  });

  it("makes nothing for whoever waits until something is begun, also while the server is away", async () => {
    const server = await startNats();
    const { address } = server;
    let looks = 0;
    const missing = async () => {
      if (++looks === 2) await server.kill();
      if (looks === 2) await server.restart();
      if (looks < 4) return;
      expect(await streamsAt(address)).toEqual([]);
      const other = await openNats(address, "g");
      await other.write("k", Buffer.from("begun"), 0);
      await other.close();
    };
    const engine = await openNats(address, "g", { missing });
    expect(looks).toBe(4);
    expect(Buffer.from((await engine.read("k"))?.value ?? []).toString()).toBe("begun");
    await engine.close();
  });

  it("says so when a server speaks something else", async () => {
    const other = await stranger("HTTP/1.1 400 Bad Request\r\n\r\n");
    await expect(openNats(other, "g")).rejects.toMatchObject(
      refusal("unsuitable", new RegExp(`what answers at nats://${other} is no NATS server: start one`)),
    );
  });

  it("says how to start a server that stores nothing", async () => {
    const { address, port } = await startNats({ jetStream: false });
    await expect(openNats(address, "g")).rejects.toMatchObject(
      refusal(
        "unsuitable",
        new RegExp(`^nats://127.0.0.1:${port} is a NATS server without JetStream, .*nats-server -js -sd FOLDER`),
      ),
    );
  });

  it("says so when the user may not store", async () => {
    const { port } = await startNats({
      configuration: [
        "accounts { A { users: [{user: in, password: s3cret}], jetstream: enabled }",
        "B { users: [{user: out, password: s3cret}] } }",
      ],
    });
    const engine = await openNats(`nats://in:s3cret@127.0.0.1:${port}`, "g");
    await engine.put("q", new Uint8Array(1), "1");
    await engine.close();
    await expect(openNats(`nats://out:s3cret@127.0.0.1:${port}`, "g")).rejects.toMatchObject(
      refusal("unsuitable", /without JetStream.*allow it for this user/),
    );
  });

  it("lets in with the right password or token, and shows none where it is wrong", async () => {
    const { port } = await startNats({ configuration: ['authorization { user: "me", password: "a:b@c" }'] });
    const engine = await openNats(`nats://me:a%3Ab%40c@127.0.0.1:${port}`, "g");
    expect(engine.address).toBe(`nats://127.0.0.1:${port}`);
    await engine.close();
    const place = `nats://127\\.0\\.0\\.1:${port} lets nobody in with`;
    for (const [login, how] of [
      ["me:s3cret@", "this name and password"],
      ["s3cret@", "this token"],
      ["", "neither name nor password"],
    ]) {
      const error = await openNats(`nats://${login}127.0.0.1:${port}`, "g").catch((found) => found);
      expect(error).toMatchObject(
        refusal("refused", new RegExp(`^${place} ${how}: give what its configuration names`)),
      );
      expect(error.message).not.toMatch(/s3cret/);
    }
    const tokens = await startNats({ configuration: ['authorization { token: "t0ken" }'] });
    await (await openNats(`t0ken@127.0.0.1:${tokens.port}`, "g")).close();
  });

  it("says what to allow when a user may not send everywhere", async () => {
    const { port } = await startNats({
      configuration: [
        'authorization { users: [{user: me, password: s3cret, permissions: {publish: {deny: "crawlbench.>"}}}] }',
      ],
    });
    const engine = await openNats(`me:s3cret@127.0.0.1:${port}`, "g");
    await expect(engine.put("q", new Uint8Array(1), "1")).rejects.toMatchObject(
      refusal("refused", /does not let this user send to crawlbench\.g\.queue\.q: allow "crawlbench\.>"/),
    );
    await engine.close();
    const none = await startNats({
      configuration: [
        'authorization { users: [{user: me, password: s3cret, permissions: {publish: {deny: "$JS.>"}}}] }',
      ],
    });
    await expect(openNats(`me:s3cret@127.0.0.1:${none.port}`, "g")).rejects.toMatchObject(
      refusal(
        "refused",
        /does not let this user send to \$JS\.API\.[^ ]+: allow "crawlbench\.>", "\$KV\.>", "\$JS\.>" and "_INBOX\.>"/,
      ),
    );
  });

  it("speaks TLS when asked to, with a server whose certificate is trusted", async () => {
    const folder = temporaryFolder();
    const { key, cert } = selfSigned(["localhost"], new Date(2000, 0), new Date(2100, 0));
    for (const [name, text] of Object.entries({ key, cert })) writeFileSync(join(folder, name), text);
    const { port } = await startNats({
      configuration: [`tls { key_file: "${join(folder, "key")}", cert_file: "${join(folder, "cert")}" }`],
    });
    await expect(openNats(`tls://localhost:${port}`, "g")).rejects.toMatchObject(
      refusal(
        "unsuitable",
        /^the certificate of tls:\/\/localhost:\d+ is not trusted \(.*\): name who signed it in NODE_EXTRA_CA_CERTS=FILE/,
      ),
    );
    const trusting = { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, "cert") };
    const taker = join(import.meta.dirname, "taker.mjs");
    const taken = promisify(execFile)(process.execPath, [taker, open, `tls://localhost:${port}`, "g", "close"], {
      env: trusting,
    });
    expect((await taken).stdout).toBe(`open tls://localhost:${port}\n`);
    const plain = await startNats();
    await expect(openNats(`tls://127.0.0.1:${plain.port}`, "g")).rejects.toMatchObject(
      refusal("unsuitable", /does not speak TLS/),
    );
  });

  it("says that the disk is too small when there is no room for the queues", async () => {
    const { address } = await startNats({ configuration: ["jetstream { max_file_store: 100MB }"], jetStream: true });
    await expect(openNats(address, "g")).rejects.toMatchObject(refusal("unsuitable", /has no room for the queues/));
    const engine = await openNats(address, "g", { maxBytes: 50e6 });
    await engine.close();
  });
});

it("an engine on NATS that stores nothing is given up after 30 s, with what it last answered as the cause", async () => {
  const timeouts = vi.spyOn(globalThis, "setTimeout");
  const late = () => timeouts.mock.calls.findLast(([, delay]) => delay === 30_000)?.[0]();
  try {
    for (const version of ["2.9.0", "3.0.0"]) {
      const address = await unavailable(version, (count) => count === 3 && late());
      await expect(openNats(address, "g")).rejects.toMatchObject({
        code: "unreachable",
        cause: expect.objectContaining({ message: expect.stringContaining("answer 2") }),
      });
    }
  } finally {
    timeouts.mockRestore();
  }
});

it("an engine on NATS of a version before 2.9 is asked nothing", async () => {
  for (const version of ["2.8.11", "1.9.0"]) {
    const onQuestion = vi.fn();
    await expect(openNats(await unavailable(version, onQuestion), "g")).rejects.toEqual(coded("unsuitable"));
    expect(onQuestion).not.toHaveBeenCalled();
  }
});

it("an engine on NATS refuses options that it does not have", async () => {
  await expect(openNats("host", "g", { maxByte: 1 } as object)).rejects.toThrow(/openNats has no option "maxByte"/);
  await expect(openNats("host", "g", { maxBytes: 0 })).rejects.toThrow(
    /^openNats: maxBytes is a number of bytes; found 0/,
  );
  await expect(openNats("host", "a.b")).rejects.toThrow(
    /a group is 1 to 100 letters, digits, "-" and "_"; found "a.b"/,
  );
  await expect(openNats("host:x", "g")).rejects.toThrow(/the address of a NATS server is like/);
});
