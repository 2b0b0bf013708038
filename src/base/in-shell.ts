/** A path as it is typed at a command line: in quotes where it holds blanks, or what a shell takes for its own. */
export const inShell = (path: string): string =>
  /^[\p{L}\p{M}\p{N}_./:@%+,=-]+$/u.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
