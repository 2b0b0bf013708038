/**
 * Policies written out as their texts have them, with lists that are searched from end to end: slow, and nothing to get
 * wrong.
 */
type Literal = (capacity: number, trace: readonly number[]) => boolean[];

const walk = (trace: readonly number[], request: (url: number, time: number) => boolean) => trace.map(request);

/** Next request for the same URL after `time`; infinity where there is none. */
const nextUse = (trace: readonly number[], time: number) => {
  const next = trace.indexOf(trace[time], time + 1);
  return next < 0 ? Number.POSITIVE_INFINITY : next;
};

export const literal: Readonly<Record<string, Literal>> = {
  infinite(_, trace) {
    return walk(trace, (url, time) => trace.indexOf(url) < time);
  },
  fifo(capacity, trace) {
    const queue: number[] = [];
    return walk(trace, (url) => {
      if (queue.includes(url)) return true;
      if (queue.length === capacity) queue.shift();
      queue.push(url);
      return false;
    });
  },
  lru(capacity, trace) {
    let stack: number[] = [];
    return walk(trace, (url) => {
      const hit = stack.includes(url);
      stack = [...stack.filter((each) => each !== url), url];
      if (stack.length > capacity) stack.shift();
      return hit;
    });
  },
  clock(capacity, trace) {
    const entries: { url: number; marked: boolean }[] = [];
    let hand = 0;
    return walk(trace, (url) => {
      const found = entries.find((entry) => entry.url === url);
      if (found) {
        found.marked = true;
        return true;
      }
      if (entries.length < capacity) {
        entries.push({ url, marked: false });
        return false;
      }
      for (; entries[hand].marked; hand = (hand + 1) % capacity) entries[hand].marked = false;
      entries[hand] = { url, marked: false };
      hand = (hand + 1) % capacity;
      return false;
    });
  },
  sieve(capacity, trace) {
    /** Newest first. */
    const queue: { url: number; visited: boolean }[] = [];
    let hand: { url: number; visited: boolean } | undefined;
    return walk(trace, (url) => {
      const found = queue.find((entry) => entry.url === url);
      if (found) {
        found.visited = true;
        return true;
      }
      if (queue.length === capacity) {
        let at = hand ? queue.indexOf(hand) : queue.length - 1;
        while (queue[at].visited) {
          queue[at].visited = false;
          at = at === 0 ? queue.length - 1 : at - 1;
        }
        hand = queue[at - 1];
        queue.splice(at, 1);
      }
      queue.unshift({ url, visited: false });
      return false;
    });
  },
  lfu(capacity, trace) {
    const entries: { url: number; count: number; last: number }[] = [];
    return walk(trace, (url, time) => {
      const found = entries.find((entry) => entry.url === url);
      if (found) {
        found.count++;
        found.last = time;
        return true;
      }
      if (entries.length === capacity) {
        const [victim] = [...entries].sort((a, b) => a.count - b.count || a.last - b.last);
        entries.splice(entries.indexOf(victim), 1);
      }
      entries.push({ url, count: 1, last: time });
      return false;
    });
  },
  /** With exact counts up to 15 in place of a sketch. */
  "w-tiny-lfu"(capacity, trace) {
    let [window, probation, kept]: number[][] = [[], [], []]; // what was asked for last at the end
    const windowSize = Math.max(1, Math.floor(capacity / 100));
    const mainSize = capacity - windowSize;
    const counts = new Map<number, number>();
    let additions = 0;
    const countOf = (url: number) => counts.get(url) ?? 0;
    const count = (url: number) => {
      counts.set(url, Math.min(countOf(url) + 1, 15));
      if (++additions < Math.max(16, 10 * capacity)) return;
      for (const [each, times] of counts) counts.set(each, Math.floor(times / 2));
      additions = Math.floor(additions / 2);
    };
    const toEnd = (list: number[], url: number) => [...list.filter((each) => each !== url), url];
    return walk(trace, (url) => {
      count(url);
      if (window.includes(url)) {
        window = toEnd(window, url);
        return true;
      }
      if (probation.includes(url) || kept.includes(url)) {
        probation = probation.filter((each) => each !== url);
        kept = toEnd(kept, url);
        if (kept.length > Math.floor(mainSize * 0.8)) probation.push(kept.shift() as number);
        return true;
      }
      window.push(url);
      if (window.length <= windowSize) return false;
      const candidate = window.shift() as number;
      const from = probation.length > 0 ? probation : kept;
      if (probation.length + kept.length >= mainSize) {
        if (from.length === 0 || countOf(candidate) <= countOf(from[0])) return false;
        from.shift();
      }
      probation.push(candidate);
      return false;
    });
  },
  "s3-fifo"(capacity, trace) {
    const small: { url: number; hits: number }[] = [];
    const main: { url: number; hits: number }[] = [];
    let ghost: number[] = [];
    const smallSize = Math.max(1, Math.floor(capacity / 10));
    const ghostSize = Math.floor(capacity * 0.9);
    let evicted = false;
    const evictMain = () => {
      for (;;) {
        const entry = main.shift() as { url: number; hits: number };
        if (entry.hits === 0) return;
        main.push({ url: entry.url, hits: Math.min(entry.hits, 3) - 1 });
      }
    };
    const evictSmall = () => {
      for (let entry = small.shift(); entry; entry = small.shift()) {
        if (entry.hits < 2) {
          ghost.push(entry.url);
          if (ghost.length > ghostSize) ghost.shift();
          return;
        }
        main.push({ url: entry.url, hits: 0 });
      }
    };
    return walk(trace, (url) => {
      const found = [...small, ...main].find((entry) => entry.url === url);
      if (found) {
        found.hits++;
        return true;
      }
      const remembered = ghost.includes(url);
      ghost = ghost.filter((each) => each !== url);
      while (small.length + main.length === capacity) {
        evicted = true;
        if (main.length > capacity - smallSize || small.length === 0) evictMain();
        else evictSmall();
      }
      (remembered || (!evicted && small.length >= smallSize) ? main : small).push({ url, hits: 0 });
      return false;
    });
  },
  arc(capacity, trace) {
    // oldest first; cases I to IV of Figure 4
    let [t1, t2, b1, b2] = [[], [], [], []] as number[][];
    let p = 0;
    const without = (list: number[], url: number) => list.filter((each) => each !== url);
    const replace = (inB2: boolean) => {
      if ((t1.length > 0 && (t1.length > p || (inB2 && t1.length === p))) || t2.length === 0)
        b1.push(t1.shift() as number);
      else b2.push(t2.shift() as number);
    };
    const full = () => t1.length + t2.length === capacity;
    return walk(trace, (url) => {
      if (t1.includes(url) || t2.includes(url)) {
        t1 = without(t1, url);
        t2 = [...without(t2, url), url];
        return true;
      }
      if (b1.includes(url)) {
        p = Math.min(p + Math.max(b2.length / b1.length, 1), capacity);
        b1 = without(b1, url);
        if (full()) replace(false);
        t2.push(url);
      } else if (b2.includes(url)) {
        p = Math.max(p - Math.max(b1.length / b2.length, 1), 0);
        b2 = without(b2, url);
        if (full()) replace(true);
        t2.push(url);
      } else {
        if (t1.length + b1.length === capacity) {
          if (t1.length < capacity) {
            b1.shift();
            if (full()) replace(false);
          } else t1.shift();
        } else if (full()) {
          if (t1.length + t2.length + b1.length + b2.length === 2 * capacity) b2.shift();
          replace(false);
        }
        t1.push(url);
      }
      return false;
    });
  },
  static(capacity, trace) {
    const counts = new Map<number, number>();
    for (const url of trace) counts.set(url, (counts.get(url) ?? 0) + 1);
    const popular = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, capacity);
    return walk(trace, (url) => popular.some(([each]) => each === url));
  },
  min(capacity, trace) {
    const entries = new Map<number, number>();
    return walk(trace, (url, time) => {
      const next = nextUse(trace, time);
      if (entries.has(url)) {
        entries.set(url, next);
        return true;
      }
      if (entries.size === capacity) {
        const [victim, latest] = [...entries].sort((a, b) => b[1] - a[1])[0];
        if (next >= latest) return false;
        entries.delete(victim);
      }
      entries.set(url, next);
      return false;
    });
  },
};
