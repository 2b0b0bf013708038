// Written by write-families.mjs from src/urldb/eliminator.

export type * from "../../urldb/eliminator/compact-filter.js";
export { compactFilter } from "../../urldb/eliminator/compact-filter.js";
export type * from "../../urldb/eliminator/mercator-disk.js";
export { mercatorDisk } from "../../urldb/eliminator/mercator-disk.js";
export type * from "../../urldb/eliminator/mercator-memory.js";
export { mercatorMemory } from "../../urldb/eliminator/mercator-memory.js";
export type * from "../../urldb/eliminator/suel-file.js";
export { suelFile } from "../../urldb/eliminator/suel-file.js";
