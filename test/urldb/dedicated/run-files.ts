import { RunFiles } from "../../../src/urldb/dedicated/run-set.js";
import { atEnd } from "../../endings.js";
import { newFolder } from "./story.js";

/** Files of runs in a folder, those that were replaced closed when the tests of the file are over. */
export function runFiles(folder = newFolder(), next = 1): RunFiles {
  const files = new RunFiles(folder, next);
  atEnd(() => files.close());
  return files;
}
