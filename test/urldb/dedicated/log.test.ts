import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { LOG_START, UrlLog } from "../../../src/urldb/dedicated/log.js";
import { HEADER, RecordBuilder, RecordType } from "../../../src/urldb/dedicated/log-record.js";
import { coded } from "../../fixture/problems.js";
import { disk, watchDisk } from "./disk.js";
import { newFolder } from "./story.js";

watchDisk();
afterEach(() => disk.reset());

const newPath = () => join(newFolder(), "log");

/** A new log in each format. */
const formats: Readonly<Record<string, () => UrlLog>> = {
  "this format": () => new UrlLog(newPath(), false),
  "the former format": () => {
    const path = newPath();
    writeFileSync(path, "crawlbench urls\n");
    return new UrlLog(path, false);
  },
};

/** Appends one record. @returns where it begins */
function append(log: UrlLog, fill: (record: RecordBuilder) => void, type: number = RecordType.take): number {
  const record = new RecordBuilder(log.origins);
  record.clear();
  fill(record);
  try {
    log.append(record.finish(type, 1, 0, log.durable));
  } catch (error) {
    record.takeBack();
    throw error;
  }
  return log.end - record.length;
}

/** Where the records begin that opening hands over. */
function replayed(log: UrlLog, from = LOG_START): number[] {
  const positions: number[] = [];
  log.replay(from, (_, __, position) => positions.push(position));
  return positions;
}

const hosts = ["", "http://a/", "http://b.example/"].map((host) => Buffer.from(host));

const lengths = [
  1, 2, 126, 127, 128, 129, 4060, 4089, 4090, 4091, 4092, 4093, 4094, 4095, 4096, 4097, 8192, 65_535, 65_536,
];

describe("reading URLs from the log", () => {
  for (const [format, made] of Object.entries(formats)) {
    it(`in ${format} reads neighbours once, tells a URL from its neighbour, and reads anew where a record was cut off`, () => {
      const log = made();
      const url = (letter: string) => new TextEncoder().encode(`http://${letter}.example/`);
      const add = (letter: string) =>
        append(log, (record) => record.url(url(letter), 0, url(letter).length, 1, 0), RecordType.add) + HEADER;
      const [a, b] = [add("a"), add("b")];
      let reads = 0;
      disk.askRead = () => void reads++;
      expect(log.isUrlAt(a, 0, url("a"), 0, 17)).toBe(true);
      expect(reads).toBeGreaterThan(0);
      reads = 0;
      expect([log.isUrlAt(b, 0, url("a"), 0, 17), log.isUrlAt(b, 0, url("b"), 0, 17), reads]).toEqual([false, true, 0]);
      disk.askRead = undefined;
      disk.ask = (request) => (request === "write" ? "ENOSPC" : undefined);
      expect(() => add("c")).toThrow(expect.objectContaining({ code: "disk-full" }));
      disk.reset();
      const d = add("d");
      expect([log.isUrlAt(d, 0, url("d"), 0, 17), log.isUrlAt(a, 0, url("a"), 0, 17)]).toEqual([true, true]);
      log.close();
    });

    it(`in ${format} finds each, from any of the 40 before it, over batches, records of other kinds, and lengths from 1 to 65,536`, () => {
      const log = made();
      const random = new Random(3);
      const urls: { bytes: Uint8Array; depth: number; priority: number; position: number }[] = [];
      while (urls.length < 400) {
        for (let i = random.below(3); i > 0; i--) {
          const size = [0, 1, 5, 700, 30_000][random.below(5)];
          append(
            log,
            (record) => {
              // many zeros: no header is to be seen in them
              for (let j = 0; j < size; j++) record.integer(random.below(5));
            },
            2 + random.below(3),
          );
        }
        const record = new RecordBuilder(log.origins);
        const places: number[] = [];
        for (let i = 1 + random.below(20); i > 0; i--) {
          const length = random.below(4) ? 1 + random.below(90) : lengths[random.below(lengths.length)];
          const bytes = Uint8Array.from({ length }, () => random.below(random.below(2) ? 2 : 256));
          bytes.set(hosts[random.below(hosts.length)].subarray(0, length));
          const [depth, priority] = [1 + random.below(0xffff), random.below(3) ? random.bits() : 0];
          places.push(record.length);
          record.url(bytes, 0, length, depth, priority);
          urls.push({ bytes, depth, priority, position: log.end });
        }
        log.append(record.finish(RecordType.add, places.length, 0, 0));
        places.forEach((place, i) => {
          urls[urls.length - places.length + i].position += place;
        });
      }
      for (const [number, { position, ...url }] of urls.entries()) {
        for (let skip = 0; skip <= Math.min(number, 40); skip += skip < 18 ? 1 : 11) {
          const found = log.urlAt(urls[number - skip].position, skip);
          const isIt =
            found.depth === url.depth &&
            found.priority === url.priority &&
            Buffer.compare(found.bytes, url.bytes) === 0;
          if (!isIt) expect.unreachable(`URL ${number} was asked for from ${skip} before it`);
        }
      }
      const last = urls[urls.length - 1].position;
      for (const [position, skip] of [
        [last, 1],
        [log.end, 0],
        [log.end + 10 ** 9, 3],
        [urls[0].position, urls.length],
      ])
        expect(() => log.urlAt(position, skip)).toThrow(expect.objectContaining({ code: "damaged" }));
      log.close();
    });
  }

  it("gives bytes that are the caller's", () => {
    const log = new UrlLog(newPath(), false);
    const position = append(log, (record) => record.url(Buffer.from("http://a/"), 0, 9, 1, 0), RecordType.add) + HEADER;
    log.urlAt(position, 0).bytes.fill(0);
    expect(Buffer.from(log.urlAt(position, 0).bytes).toString()).toBe("http://a/");
    log.close();
  });

  it("answers or refuses as corrupt, never otherwise, wherever it is told to look, in bytes of any kind", () => {
    const random = new Random(11);
    for (let round = 0; round < 40; round++) {
      const path = newPath();
      const any = Uint8Array.from(
        { length: 5000 },
        () => [random.bits(), random.bits() | 128, 255, random.below(2)][round % 4],
      );
      writeFileSync(path, Buffer.concat([Buffer.from(`crawlbench url${round % 8 < 4 ? "2" : "s"}\n`), any]));
      const log = new UrlLog(path, false);
      for (let i = 0; i < 100; i++) {
        try {
          expect(log.urlAt(16 + random.below(5100), random.below(16)).bytes.length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toMatchObject({ code: "damaged" });
        }
      }
      log.close();
    }
  });
});

describe("opening the log", () => {
  it("makes it with its title, and finishes a title that a kill cut short", () => {
    const path = newPath();
    new UrlLog(path, true).close();
    const title = readFileSync(path);
    expect(title.toString()).toBe("crawlbench url2\n");
    for (let length = 0; length < title.length; length++) {
      writeFileSync(path, title.subarray(0, length));
      new UrlLog(path, true).close();
      expect(readFileSync(path)).toEqual(title);
    }
  });

  it("refuses another file, leaves it as it was, and keeps it not open", () => {
    const path = newPath();
    const before = readdirSync("/proc/self/fd").length;
    for (const text of ["x", "crawlbench urlz\n", "crawlbench urls\0", "\0".repeat(40), "%PDF-1.4 and so on and on"]) {
      writeFileSync(path, text);
      expect(() => new UrlLog(path, true)).toThrow(expect.objectContaining({ code: "damaged" }));
      expect(readFileSync(path, "latin1")).toBe(text);
    }
    expect(readdirSync("/proc/self/fd").length).toBe(before);
  });

  it("hands over records from any of them on, and cuts off the beginning of one, of every length", () => {
    const path = newPath();
    const log = new UrlLog(path, true);
    const positions = [1, 2, 3, 4].map((size) =>
      append(log, (record) => Array.from({ length: size }, () => record.integer(7))),
    );
    log.close();
    const whole = readFileSync(path);
    for (let length = LOG_START; length <= whole.length; length++) {
      writeFileSync(path, whole.subarray(0, length));
      const again = new UrlLog(path, true);
      const kept = positions.filter((_, i) => (positions[i + 1] ?? whole.length) <= length);
      expect(replayed(again)).toEqual(kept);
      expect(again.end).toBe(positions[kept.length] ?? whole.length);
      expect(statSync(path).size).toBe(again.end);
      again.close();
    }
    for (const [i, from] of positions.entries()) {
      const again = new UrlLog(path, true);
      expect(replayed(again, from)).toEqual(positions.slice(i));
      again.close();
    }
  });

  it("cuts off a tail of zeros or of anything, as a loss of power leaves it", () => {
    for (const tail of [
      Buffer.alloc(1),
      Buffer.alloc(100_000),
      Buffer.alloc(3_000_000, 255),
      Buffer.from("\0\x01junk"),
    ]) {
      const path = newPath();
      const log = new UrlLog(path, true);
      const position = append(log, (record) => record.integer(1));
      const { end } = log;
      log.close();
      appendFileSync(path, tail);
      const again = new UrlLog(path, true);
      expect(replayed(again)).toEqual([position]);
      expect([again.end, statSync(path).size]).toEqual([end, end]);
      again.close();
    }
  });

  it("drops a damaged record and a whole one behind it when both were written before anybody waited for the first", () => {
    const path = newPath();
    const log = new UrlLog(path, true);
    const positions = [1, 2, 3].map((value) => append(log, (record) => record.integer(value)));
    log.close();
    const bytes = readFileSync(path);
    bytes[positions[1] + HEADER] ^= 1; // pages reach the disk in any order
    writeFileSync(path, bytes);
    const again = new UrlLog(path, true);
    expect(replayed(again)).toEqual([positions[0]]);
    expect(statSync(path).size).toBe(positions[1]);
    again.close();
  });

  // what is searched is read 2^20 bytes at a time: the record behind stands at once behind, or where the next begin
  for (const integers of [1, Math.floor((2 ** 20 + 6 - HEADER) / 6)]) {
    it(`refuses a damaged record of ${integers} integers where the one behind knows that it was on disk, and drops both where it does not`, async () => {
      for (const isWaitedFor of [true, false]) {
        const path = newPath();
        const log = new UrlLog(path, true);
        const first = append(log, (record) => record.integer(1));
        await log.whenDurable();
        const second = append(log, (record) => {
          for (let i = 0; i < integers; i++) record.integer(i);
        });
        if (isWaitedFor) await log.whenDurable();
        append(log, () => {});
        log.close();
        const bytes = readFileSync(path);
        bytes[second + HEADER] ^= 1;
        writeFileSync(path, bytes);
        const again = new UrlLog(path, true);
        if (isWaitedFor) expect(() => replayed(again)).toThrow(coded("damaged"));
        else expect(replayed(again)).toEqual([first]);
        expect(statSync(path).size).toBe(isWaitedFor ? bytes.length : second);
        again.close();
      }
    });
  }

  for (const [what, durableOf, length] of [
    ["knows of more on disk than stands before it", () => 10 ** 12, 6],
    ["is longer than all that there is", (end: number) => end + 1, 0xffffffff],
  ] as const) {
    it(`is not deceived by a URL that looks like a record which ${what}`, () => {
      const path = newPath();
      const log = new UrlLog(path, true);
      append(log, (record) => record.integer(1));
      const { end } = log;
      const forged = new RecordBuilder();
      forged.integer(1);
      const bytes = Buffer.from(forged.finish(RecordType.take, 1, 0, durableOf(end)));
      bytes.writeUInt32LE(length, 4);
      append(
        log,
        (record) => {
          record.url(bytes, 0, bytes.length, 1, 0);
          record.url(Buffer.alloc(500, "x"), 0, 500, 1, 0);
        },
        RecordType.add,
      );
      log.close();
      const whole = readFileSync(path);
      writeFileSync(path, whole.subarray(0, whole.length - 100)); // killed within the last record, behind the forged one
      const again = new UrlLog(path, true);
      expect(replayed(again).length).toBe(1);
      expect(again.end).toBe(end);
      again.close();
    });
  }
});

describe("durability", () => {
  const isDurable = (log: UrlLog) => disk.durable.get(log.path)?.length === log.end;

  it("acknowledges what is on disk, also after a tail longer than it was cut off", async () => {
    const path = newPath();
    const log = new UrlLog(path, true);
    append(log, (record) => record.integer(1));
    await log.whenDurable();
    expect(isDurable(log)).toBe(true);
    log.close();
    appendFileSync(path, Buffer.alloc(10_000));
    const again = new UrlLog(path, true);
    replayed(again);
    expect(again.durable).toBe(again.end);
    for (let i = 0; i < 3; i++) {
      append(again, (record) => record.integer(2));
      expect(again.durable).toBeLessThan(again.end);
      await again.whenDurable();
      expect(isDurable(again)).toBe(true);
    }
    again.close();
  });

  it("makes durable at opening what a killed process had written and waited for no more", () => {
    const path = newPath();
    const log = new UrlLog(path, true);
    const position = append(log, (record) => record.integer(1));
    log.close();
    expect(isDurable(log)).toBe(false);
    const again = new UrlLog(path, true);
    expect(replayed(again)).toEqual([position]);
    expect(isDurable(again)).toBe(true);
    again.close();
  });

  it("shares one sync among all that wait for it, and starts another for what came later", async () => {
    const log = new UrlLog(newPath(), true);
    let syncs = 0;
    disk.ask = (request) => void (request === "sync" && syncs++);
    const waiting = Array.from({ length: 50 }, () => {
      append(log, (record) => record.integer(1));
      return log.whenDurable();
    });
    await Promise.all(waiting);
    expect(syncs).toBe(2); // the first began with the first record
    expect(isDurable(log)).toBe(true);
    log.close();
  });

  it("waits for nothing when it need not, and can be told to", async () => {
    const log = new UrlLog(newPath(), false);
    let syncs = 0;
    disk.ask = (request) => void (request === "sync" && syncs++);
    append(log, (record) => record.integer(1));
    await log.whenDurable();
    expect(syncs).toBe(0);
    await log.whenOnDisk();
    expect([syncs, isDurable(log)]).toEqual([1, true]);
    log.close();
  });

  it("fails for good, as failed, when the disk did, whatever its reason", async () => {
    for (const code of ["EIO", "ENOSPC", "EDQUOT"]) {
      const log = new UrlLog(newPath(), true);
      append(log, (record) => record.integer(1));
      disk.ask = (request) => (request === "sync" ? code : undefined);
      await expect(log.whenDurable()).rejects.toMatchObject({ code: "failed" });
      disk.ask = undefined;
      await expect(log.whenDurable()).rejects.toMatchObject({ code: "failed" });
      expect(() => append(log, (record) => record.integer(2))).toThrow(expect.objectContaining({ code: "failed" }));
      log.close();
    }
  });

  it.each([true, false])(
    "keeps nothing of a record that met a full disk, and goes on; when it cannot be taken back, nothing goes on; durable: %s",
    async (sync) => {
      const log = new UrlLog(newPath(), sync);
      append(log, (record) => record.integer(1));
      const { end } = log;
      disk.ask = (request) => (request === "write" ? "ENOSPC" : undefined);
      expect(() => append(log, (record) => record.integer(2))).toThrow(expect.objectContaining({ code: "disk-full" }));
      expect([log.end, statSync(log.path).size]).toEqual([end, end]);
      disk.ask = undefined;
      append(log, (record) => record.integer(3));
      disk.ask = (request) => (request === "write" || request === "truncate" ? "EIO" : undefined);
      expect(() => append(log, (record) => record.integer(4))).toThrow(expect.objectContaining({ code: "failed" }));
      disk.ask = undefined;
      expect(() => append(log, (record) => record.integer(5))).toThrow(expect.objectContaining({ code: "failed" }));
      await expect(log.whenDurable()).rejects.toThrow(coded("failed"));
      log.close();
      const again = new UrlLog(log.path, true);
      expect(replayed(again).length).toBe(2);
      again.close();
    },
  );

  it("is not opened when what a kill left behind the last record cannot be cut off, and is once it can", () => {
    const log = new UrlLog(newPath(), true);
    append(log, (record) => record.integer(1));
    log.close();
    appendFileSync(log.path, "half a record");
    disk.ask = (request) => (request === "truncate" ? "EIO" : undefined);
    const failing = new UrlLog(log.path, true);
    expect(() => replayed(failing)).toThrow(coded("failed"));
    failing.close();
    disk.ask = undefined;
    const again = new UrlLog(log.path, true);
    expect(replayed(again).length).toBe(1);
    expect(statSync(log.path).size).toBe(log.end);
    again.close();
  });

  it("reads anew what stood behind its end when a URL beside it was read at opening", () => {
    const log = new UrlLog(newPath(), true);
    const add = (to: UrlLog, url: string) =>
      append(to, (record) => record.url(Buffer.from(url), 0, url.length, 1, 0), RecordType.add) + HEADER;
    const a = add(log, "http://a/");
    log.close();
    appendFileSync(log.path, Buffer.alloc(10_000, "h")); // like an entry; more than is read at once
    const again = new UrlLog(log.path, true);
    again.replay(LOG_START, () => expect(again.isUrlAt(a, 0, Buffer.from("http://a/"), 0, 9)).toBe(true));
    const b = add(again, "http://b/");
    expect(again.isUrlAt(b, 0, Buffer.from("http://b/"), 0, 9)).toBe(true);
    again.close();
  });
});
