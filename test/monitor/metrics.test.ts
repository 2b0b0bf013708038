import { describe, expect, it } from "vitest";
import type { CrawlStatus } from "../../src/fetch/status.js";
import { metrics } from "../../src/monitor/metrics.js";
import { NOON, someNear, someProcess, someStatus, suel } from "./fake-crawl.js";

/**
 * A reader of the text format, written from its description: name, labels, value; a family is described before its
 * samples.
 */
function read(text: string) {
  const types = new Map<string, string>();
  const values = new Map<string, number>();
  for (const line of text.split("\n").slice(0, -1)) {
    const type = /^# TYPE ([a-z_]+) (counter|gauge)$/.exec(line);
    if (type) types.set(type[1], type[2]);
    if (line.startsWith("#")) {
      expect(line).toMatch(/^# (TYPE|HELP) [a-z_]+ \S/);
      continue;
    }
    const sample = /^([a-z_]+)(?:\{([a-z_]+)="((?:[^"\\\n]|\\\\|\\"|\\n)*)"\})? (\S+)$/.exec(line);
    if (!sample) return expect.unreachable(`no sample: ${line}`);
    const [, name, label, value = "", number] = sample;
    expect(types.has(name), `${name} has a type`).toBe(true);
    const key = label ? `${name}{${label}=${value.replace(/\\(.)/g, (_, c) => (c === "n" ? "\n" : c))}}` : name;
    expect(values.has(key), `${key} stands once`).toBe(false);
    expect(Number.isFinite(Number(number)), line).toBe(true);
    values.set(key, Number(number));
  }
  return { types, values };
}

describe("the metrics", () => {
  it("are the counts of Shkapenyuk and Suel's Tables 4.1 and 4.2 when the crawl is theirs", () => {
    const { types, values } = read(metrics({ ...someStatus, ...suel }));
    expect(values.get("crawlbench_requests_total")).toBe(161_549_811);
    expect(values.get("crawlbench_robots_requests_total")).toBe(16_933_942);
    expect(values.get("crawlbench_faults_total{fault=body-timeout}")).toBe(2_288_084);
    expect(values.get("crawlbench_responses_total{status=404}")).toBe(7_379_633);
    expect(values.get("crawlbench_body_bytes_total")).toBe(13_354 * 138_742_184);
    for (const [name, type] of types) {
      expect(name).toMatch(/^crawlbench_/);
      expect(name.endsWith("_total"), name).toBe(type === "counter");
    }
  });

  it("are these, all of them, each of its own number", () => {
    const all: CrawlStatus = {
      ...someStatus,
      state: "paused",
      speed: 77,
      faults: { refused: 3, "body-timeout": 4 },
      hosts: { known: 1234, ready: 12, waiting: 88, down: 1, inUse: 17 },
      urlCache: { entries: 100, asked: 2001, hits: 1501 },
      nearDuplicates: someNear,
      blocked: ["a.example", "b.example"],
      exchange: { foreign: 8001, sent: 2001, messages: 20, bytes: 84_001, received: 1801, fresh: 1001 },
      processes: [someProcess("one"), someProcess("two", { state: "away", heard: NOON - 60_000, pages: 7 })],
    };
    const process = (name: string, values: object) =>
      Object.entries(values).map(([key, value]) => [`process_${key}{process=${name}}`, value]);
    const each = {
      heard: 1,
      last_heard_time_seconds: (NOON - 400) / 1000,
      partitions: 16,
      pages_total: 1900,
      pages_per_second: 28.35,
      frontier_urls: 22_839,
      in_flight_requests: 8,
      memory_bytes: 156_000_000,
      foreign_urls_total: 4000,
      sent_urls_total: 1000,
      received_urls_total: 900,
      received_fresh_urls_total: 500,
    };
    const expected = {
      requests_total: 5000,
      robots_requests_total: 400,
      "faults_total{fault=refused}": 3,
      "faults_total{fault=body-timeout}": 4,
      "responses_total{status=200}": 4000,
      "responses_total{status=404}": 500,
      "responses_total{status=301}": 97,
      pages_total: 3800,
      body_bytes_total: 61_000_000,
      links_found_total: 90_000,
      links_fresh_total: 52_000,
      "links_out_of_scope_total{rule=host}": 1200,
      disallowed_urls_total: 31,
      crawl_seconds_total: 3600,
      start_time_seconds: NOON / 1000 - 3600,
      frontier_urls: 45_678,
      hosts_known: 1234,
      "hosts{state=ready}": 12,
      "hosts{state=waiting}": 88,
      "hosts{state=down}": 1,
      "hosts{state=in use}": 17,
      in_flight_requests: 16,
      pages_per_second: 56.7,
      bytes_per_second: 812_000,
      speed_limit_requests_per_second: 77,
      cache_hit_ratio: 0.815,
      url_cache_requests_total: 2001,
      url_cache_hits_total: 1501,
      near_duplicate_pages_total: 1234,
      near_duplicate_unfollowed_total: 1034,
      "trap_pages{page=http://a.example/cal?m=\u202e1}": 1084,
      checkpoint_time_seconds: NOON / 1000 - 240,
      blocked_hosts: 2,
      memory_bytes: 312_000_000,
      ...Object.fromEntries(
        ["running", "paused", "draining", "done", "stopped"].map((state) => [
          `state{state=${state}}`,
          state === "paused" ? 1 : 0,
        ]),
      ),
      foreign_urls_total: 8001,
      sent_urls_total: 2001,
      sent_messages_total: 20,
      sent_bytes_total: 84_001,
      received_urls_total: 1801,
      received_fresh_urls_total: 1001,
      "processes{state=running}": 1,
      "processes{state=away}": 1,
      ...Object.fromEntries([
        ...process("one", each),
        ...process("two", { ...each, heard: 0, last_heard_time_seconds: NOON / 1000 - 60, pages_total: 7 }),
      ]),
    };
    const { values } = read(metrics(all));
    expect(Object.fromEntries([...values].map(([name, value]) => [name.replace(/^crawlbench_/, ""), value]))).toEqual(
      expected,
    );
  });

  it("are in seconds and bytes, and leave out a speed limit that is not set", () => {
    const { values } = read(metrics(someStatus));
    expect(values.get("crawlbench_start_time_seconds")).toBe(someStatus.started / 1000);
    expect(values.get("crawlbench_crawl_seconds_total")).toBe(3600);
    expect(values.get("crawlbench_hosts{state=in use}")).toBe(16);
    expect(values.has("crawlbench_speed_limit_requests_per_second")).toBe(false);
    expect(read(metrics({ ...someStatus, speed: 80 })).values.get("crawlbench_speed_limit_requests_per_second")).toBe(
      80,
    );
    const states = [...values].filter(([key]) => key.startsWith("crawlbench_state{"));
    expect(states.filter(([, value]) => value === 1)).toEqual([["crawlbench_state{state=running}", 1]]);
  });

  it("are numbers before anything is known", () => {
    const nothing = (status: unknown): unknown =>
      typeof status === "number"
        ? 0
        : typeof status === "object" && status !== null && !Array.isArray(status)
          ? Object.fromEntries(Object.entries(status).map(([name, value]) => [name, nothing(value)]))
          : status;
    expect(read(metrics(nothing(someStatus) as typeof someStatus)).values.get("crawlbench_pages_total")).toBe(0);
  });

  it("tell near-duplicates and traps where a crawl tells them", () => {
    expect(metrics(someStatus)).not.toMatch(/near_duplicate|trap/);
    const traps = [{ url: "http://a/1", prefix: "http://a/", pages: 60 }];
    const text = metrics({ ...someStatus, nearDuplicates: { pages: 70, unfollowed: 11, traps } });
    expect(text).toContain("\ncrawlbench_near_duplicate_pages_total 70\n");
    expect(text).toContain("\ncrawlbench_near_duplicate_unfollowed_total 11\n");
    expect(text).toContain('\ncrawlbench_trap_pages{page="http://a/1"} 60\n');
  });

  it("escape a label that came from elsewhere", () => {
    const name = 'a"b\\c\nd} 1\ncrawlbench_forged 1';
    const { values } = read(metrics({ ...someStatus, faults: { [name]: 7 } }));
    expect(values.get(`crawlbench_faults_total{fault=${name}}`)).toBe(7);
    expect(values.has("crawlbench_forged")).toBe(false);
  });

  it("hold each process that shares the crawl under its name, whatever that is", () => {
    const name = 'p"1\\\n';
    const exchange = { foreign: 61_234, sent: 8000, messages: 81, bytes: 336_000, received: 7900, fresh: 4100 };
    const processes = [someProcess(name), someProcess("b", { state: "away", heard: 0, pages: 7 })];
    const { types, values } = read(metrics({ ...someStatus, exchange, processes }));
    expect(values.get(`crawlbench_process_pages_total{process=${name}}`)).toBe(1900);
    expect(values.get("crawlbench_process_pages_total{process=b}")).toBe(7);
    expect(values.get(`crawlbench_process_sent_urls_total{process=${name}}`)).toBe(1000);
    expect(values.get(`crawlbench_process_last_heard_time_seconds{process=${name}}`)).toBe((NOON - 400) / 1000);
    expect([
      values.get(`crawlbench_process_heard{process=${name}}`),
      values.get("crawlbench_process_heard{process=b}"),
    ]).toEqual([1, 0]);
    expect(values.get("crawlbench_processes{state=away}")).toBe(1);
    expect(values.get("crawlbench_foreign_urls_total")).toBe(61_234);
    expect(values.get("crawlbench_received_fresh_urls_total")).toBe(4100);
    for (const [name, type] of types) expect(name.endsWith("_total"), name).toBe(type === "counter");
  });

  it("say nothing of processes when there is one alone", () => {
    expect(metrics(someStatus)).not.toMatch(/process_|processes|foreign|sent_/);
  });
});
