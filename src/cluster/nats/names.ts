import { either, got, problem } from "../../base/error.js";
/** What the things of one group are called on the server. */
export type Names = ReturnType<typeof namesOf>;

/** @throws "option" for a group that is not letters, digits, "-" and "_" */
export function namesOf(group: string) {
  if (!/^[\w-]{1,100}$/.test(group)) {
    throw problem.option`${either("a group", "the name of a crawl, --crawl,")} is 1 to 100 letters, digits, "-" and "_"; ${got(group)}`;
  }
  /** The stream that stores all queues, and its subjects. */
  const stream = `crawlbench-${group}`;
  const subjects = `crawlbench.${group}.queue.>`;
  /** The stream that stores the table, and its subjects: called as NATS calls those of its own tables. */
  const table = `KV_${stream}`;
  const keys = `$KV.${stream}.>`;
  return {
    stream,
    subjects,
    table,
    keys,
    queue: (queue: string) => `crawlbench.${group}.queue.${checked("queue", queue)}`,
    /** The consumer of a queue; its name takes no dots. */
    consumer: (queue: string) => checked("queue", queue).replaceAll(".", "~"),
    topic: (topic: string) => `crawlbench.${group}.news.${checked("topic", topic)}`,
    key: (key: string) => `$KV.${stream}.${checked("key", key)}`,
  };
}

/** The group to which a stream belongs as its table; undefined: it is none. */
export const groupOf = (stream: string): string | undefined => /^KV_crawlbench-([\w-]+)$/.exec(stream)?.[1];

function checked(what: string, name: string): string {
  if (name.length <= 150 && /^[\w-]+(\.[\w-]+)*$/.test(name)) return name;
  throw problem.option`a ${what} is 1 to 150 letters, digits, "-" and "_", with single dots between; ${got(name)}`;
}
