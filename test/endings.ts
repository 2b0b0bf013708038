/** What helpers have begun since the file of tests began: they are loaded once for all files of a process. */
const endings: (() => unknown)[] = [];

/** Why files may be open when the tests of this file are over. */
let leaves: string | undefined;

/** Files stay open when the tests of this file are over, and why: else that is a fault. */
export function leavesFilesOpen(why: string): void {
  leaves = why;
}

/** Does something when the tests of this file are over: what was asked for last comes first. */
export const atEnd = (end: () => unknown): void => void endings.push(end);

/** Does what was asked for. @returns whether files may be open now */
export async function endAll(): Promise<{ readonly mayLeaveFilesOpen: boolean }> {
  for (const end of endings.splice(0).reverse()) await end();
  const mayLeaveFilesOpen = leaves !== undefined;
  leaves = undefined;
  return { mayLeaveFilesOpen };
}
