import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Makes a folder and those above it, one by one: Node 20's recursive mkdirSync never returns for a folder of /proc.
 *
 * @param onMade told the folder above each that was made
 * @throws the error of the operating system
 */
export function makeFolder(path: string, onMade: (parent: string) => void = () => {}): void {
  const folder = resolve(path);
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent, onMade);
  try {
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST" || !isFolder(folder)) throw error;
  }
  onMade(parent);
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
