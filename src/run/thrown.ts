import { CrawlError } from "../crawl/replay.js";
import { WebError } from "../graph/web.js";
import { OrderingError } from "../ordering/ordering.js";
import { StoreError } from "./crawl-store.js";
import { CrawlStopped } from "./run-crawl.js";

/** An error as plain data, on its way from another thread. */
export interface Thrown {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly code?: string;
}

export const thrownOf = (error: unknown): Thrown => {
  const { name, message, stack, code } = error as Error & { readonly code?: string };
  return { name, message, stack, code };
};

/** What a job may throw, besides StoreError. */
const classes = { CrawlStopped, CrawlError, OrderingError, WebError, RangeError, TypeError };

/** The error of a thread, of the class that it was there. */
export function revived({ name, message, stack, code }: Thrown): Error {
  const Class = classes[name as keyof typeof classes] ?? Error;
  const error = name === "StoreError" ? new StoreError(message, code ?? "") : new Class(message);
  if (stack !== undefined) error.stack = stack;
  return error;
}
