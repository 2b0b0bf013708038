/** What keeps a crawl whole, each with a change of its source that takes it away. */
export interface Safeguard {
  /** The first seed of the simulation known to notice it: `npm run prove -- safeguards` seeks it anew. */
  readonly seed: number;
  /** What no longer happens, as a sentence goes on after "when". */
  readonly missing: string;
  /** In src/. */
  readonly file: string;
  /** Stands there once. */
  readonly was: string;
  readonly becomes: string;
}

export const SAFEGUARDS: readonly Safeguard[] = [
  {
    seed: 40,
    missing: "a process may rest while others have not confirmed what it sent",
    file: "cluster/member.ts",
    was: "const isIdle = this.#rests && this.#sent.isSettled && this.#lacking.size === 0;",
    becomes: "const isIdle = this.#rests;",
  },
  {
    seed: 1,
    missing: "nothing is claimed of what was sent",
    file: "cluster/outbox.ts",
    was: ".then(() => this.#account.claim(part, number))",
    becomes: "",
  },
  {
    seed: 2,
    missing: "what an owner lacks is not sent again",
    file: "cluster/member.ts",
    was: "lost > this.#resent[part] || this.#lacking.has(part)",
    becomes: "lost > this.#resent[part]",
  },
  {
    seed: 136,
    missing: "claims are dropped before what they stand for is sent again",
    file: "cluster/member.ts",
    was: "const former = this.#sent.claims.filter(([part]) => asked.has(part));",
    becomes: "const former = this.#sent.claims.filter(([part]) => asked.has(part)); this.#sent.confirm(former);",
  },
  {
    seed: 9715,
    missing: "what was received after the last checkpoint is left behind after a kill",
    file: "cluster/member.ts",
    was: "crawl.recall(this.#received.recall());",
    becomes: "",
  },
  {
    seed: 33,
    missing: "nobody sends again what a lost process had",
    file: "cluster/member.ts",
    was: "lost > this.#resent[part] || this.#lacking.has(part)",
    becomes: "this.#lacking.has(part)",
  },
  {
    seed: 749,
    missing: "a message is done before its URLs are on disk",
    file: "cluster/inbox.ts",
    was: "await this.#receiver.receive(urls);",
    becomes: "void this.#receiver.receive(urls);",
  },
  {
    seed: 55,
    missing: "a message is in the account before its URLs are on disk",
    file: "cluster/inbox.ts",
    was: "await this.#receiver.receive(urls);\n      await this.#account.note(claims, fresh);",
    becomes: "await this.#account.note(claims, fresh);\n      await this.#receiver.receive(urls);",
  },
  {
    seed: 1,
    missing: "a process goes by a table that is not on its disk",
    file: "cluster/member.ts",
    was: "await files.replace(TABLE_FILE, tableBytes(value));",
    becomes: "void [files, TABLE_FILE, tableBytes];",
  },
  {
    seed: 1997,
    missing: "a process that took a part does not write that down before it goes by it",
    file: "cluster/member.ts",
    was: "await this.#keepTable(); // before any URL",
    becomes: "// before any URL",
  },
  {
    seed: 554,
    missing: "a process that was killed as it gave a part away goes on with it",
    file: "cluster/join.ts",
    was: "givenBefore(joined(each, process), process.name, movesIn(files))",
    becomes: "joined(each, process)",
  },
  {
    seed: 1,
    missing: "what is known of a part is deleted before it has arrived",
    file: "cluster/member.ts",
    was: "if (isOver) await forgetEstate",
    becomes: 'if (isOver || phase === "arriving") await forgetEstate',
  },
  {
    seed: 11,
    missing: "delays of hosts do not go with their part",
    file: "cluster/hand-over.ts",
    was: "crawl.adoptHosts(hostsOf(body));",
    becomes: "void hostsOf(body);",
  },
  {
    seed: 6,
    missing: "a checkpoint does not wait for what is on its way to others",
    file: "fetch/checkpoints.ts",
    was: "await neighbours?.flush();",
    becomes: "",
  },
  {
    seed: 6,
    missing: "a checkpoint does not tell what was sent",
    file: "cluster/sent-account.ts",
    was: "return this.claims;\n  }\n\n  get #runs",
    becomes: "return [];\n  }\n\n  get #runs",
  },
  {
    seed: 6,
    missing: "an owner says that it has whatever it is asked for",
    file: "cluster/claims.ts",
    was: "const has = own.filter((claim) => account.has(claim));",
    becomes: "const has = own;",
  },
  {
    seed: 2,
    missing: "what an owner lacks is not told",
    file: "cluster/claims.ts",
    was: "return nothingUnderWay ? answers.flatMap(({ lacks }) => lacks) : [];",
    becomes: "return [];",
  },
  {
    seed: 1,
    missing: "a process takes the engine's table for the latest",
    file: "cluster/shared-table.ts",
    was: "const before = united(found ?? this.#value, this.#value);",
    becomes: "const before = found ?? united(this.#value, this.#value);",
  },
  {
    seed: 1347,
    missing: "a change that comes late takes back what was heard of since",
    file: "cluster/shared-table.ts",
    was: "      if (united(after, this.#value) !== after) continue; // heard of since, and lost by the engine since\n",
    becomes: "",
  },
  {
    seed: 146,
    missing: "of two tables the newer tells who has a part, and not the one by which it changed hands more often",
    file: "cluster/table.ts",
    was: "const kept = ageOf(former) > ageOf(part) ? former : part;",
    becomes: "const kept = part;",
  },
  {
    seed: 6,
    missing: "a part counts as arrived with the last message, whatever came before",
    file: "cluster/hand-over.ts",
    was: "count === 0 || this.#seenOf(attempt).has(0, count - 1);",
    becomes: "count >= 0 || this.#seenOf(attempt).isEmpty;",
  },
  {
    seed: 6,
    missing: "a giver goes on to fetch what it gives away",
    file: "cluster/member.ts",
    was: "      holdings.lose(parts);\n",
    becomes: "",
  },
  {
    seed: 111,
    missing: "a giver takes messages in while it gives their part away",
    file: "cluster/member.ts",
    was: "await this.#inbox.shut(parts);\n      holdings",
    becomes: "holdings",
  },
  {
    seed: 1,
    missing: "a part goes without a checkpoint before",
    file: "fetch/shared-crawl.ts",
    was: "await this.control.checkpoint(); // what was fetched is known",
    becomes: "// what was fetched is known",
  },
  {
    seed: 9,
    missing: "a checkpoint does not write the frontier first",
    file: "fetch/checkpoints.ts",
    was: "await frontier.flush();\n      await neighbours",
    becomes: "await neighbours",
  },
  {
    seed: 263,
    missing: "a process leaves while others have not confirmed what it sent",
    file: "cluster/member.ts",
    was: "!hasParts(table.value, name) && this.#sent.isSettled)",
    becomes: "!hasParts(table.value, name))",
  },
  {
    seed: 24,
    missing: "all count as idle who were asked once",
    file: "cluster/quiet.ts",
    was: "return (await restOf(engine, names)) === before;",
    becomes: "return true;",
  },
  {
    seed: 1011,
    missing: "a process goes by the table of another crawl of that name",
    file: "cluster/shared-table.ts",
    was: "if (found && found.id !== this.#value.id) throw this.#replaced();",
    becomes: "if (found && found.id !== this.#value.id) this.#value = found;",
  },
];
