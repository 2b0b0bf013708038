/** What the things of one group are called on the server. */
export interface Names {
  /** The stream that stores all queues. */
  readonly stream: string;
  /** Subjects of that stream. */
  readonly subjects: string;
  /** The bucket of the table. */
  readonly bucket: string;
  queue(queue: string): string;
  /** The consumer of a queue; its name takes no dots. */
  consumer(queue: string): string;
  topic(topic: string): string;
  key(key: string): string;
}

/** @throws RangeError for a group that is not letters, digits, "-" and "_" */
export function namesOf(group: string): Names {
  if (!/^[\w-]{1,100}$/.test(group)) {
    throw new RangeError(`a group is 1 to 100 letters, digits, "-" and "_"; found ${JSON.stringify(group)}`);
  }
  const bucket = `crawlbench-${group}`;
  const below = (kind: string, name: string) => `crawlbench.${group}.${kind}.${name}`;
  return {
    stream: bucket,
    subjects: below("queue", ">"),
    bucket,
    queue: (queue) => below("queue", checked("queue", queue)),
    consumer: (queue) => checked("queue", queue).replaceAll(".", "~"),
    topic: (topic) => below("news", checked("topic", topic)),
    key: (key) => `$KV.${bucket}.${checked("key", key)}`,
  };
}

function checked(what: string, name: string): string {
  if (name.length <= 150 && /^[\w-]+(\.[\w-]+)*$/.test(name)) return name;
  throw new RangeError(
    `a ${what} is 1 to 150 letters, digits, "-" and "_", with single dots between; found ${JSON.stringify(name)}`,
  );
}
