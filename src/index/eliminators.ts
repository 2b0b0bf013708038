// Duplicate-URL eliminators: is this URL new?

export { openEliminator as open } from "../urldb/eliminator.js";
export * from "./families/eliminators.js";
