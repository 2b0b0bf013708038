// Policies of fetching pages again.

export { definePolicy } from "../freshness/refresh-policy.js";
export * from "./families/refreshers.js";
