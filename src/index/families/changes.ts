// Written by write-families.mjs from src/freshness/change.

export type * from "../../freshness/change/classes.js";
export { classes } from "../../freshness/change/classes.js";
export type * from "../../freshness/change/gamma.js";
export { gamma } from "../../freshness/change/gamma.js";
export type * from "../../freshness/change/host-classes.js";
export { hostClasses } from "../../freshness/change/host-classes.js";
export type * from "../../freshness/change/one-rate.js";
export { oneRate } from "../../freshness/change/one-rate.js";
export type * from "../../freshness/change/pareto.js";
export { pareto } from "../../freshness/change/pareto.js";
