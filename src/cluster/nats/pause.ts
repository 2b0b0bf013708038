/** Pauses that grow: each twice as long as the one before. */
export interface Growing {
  /** Milliseconds. */
  next(): number;
  /** It went well: the next pause is the shortest again. */
  reset(): void;
}

/**
 * @param shortest milliseconds
 * @param longest milliseconds
 */
export function growing(shortest: number, longest: number): Growing {
  let pause = shortest;
  return {
    next() {
      const now = pause;
      pause = Math.min(2 * pause, longest);
      return now;
    },
    reset() {
      pause = shortest;
    },
  };
}

/** The connection keeps the process alive, a pause does not. */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, milliseconds).unref());

/** Waits for something, but no longer than so many milliseconds; whether it went well or not. */
export async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work.catch(() => {}), over]);
  clearTimeout(timer);
}
