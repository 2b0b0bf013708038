import { readFileSync } from "node:fs";

const { version: found } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

/** Version of this package. */
export const version: string = found;

/**
 * Raised when the same inputs would give another order than before: crawls cached under an older number are not used
 * again.
 */
export const ENGINE = 3;
