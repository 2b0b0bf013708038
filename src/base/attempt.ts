import { type Code, isProblem } from "./error.js";

/** What is made; undefined where that throws. */
export function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

/** What is made; undefined where that throws an error of ours of this code. @throws every other error */
export function unlessProblem<T>(code: Code, make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (isProblem(error, code)) return undefined;
    throw error;
  }
}
