/** What helpers have begun since the file of tests began: they are loaded once for all files of a process. */
const endings: (() => unknown)[] = [];

/** Does something when the tests of this file are over: what was asked for last comes first. */
export const atEnd = (end: () => unknown): void => void endings.push(end);

/** Does what was asked for. */
export async function endAll(): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end();
}
