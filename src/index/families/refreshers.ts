// Written by write-families.mjs from src/freshness/policy.

export type * from "../../freshness/policy/estimated.js";
export { estimated } from "../../freshness/policy/estimated.js";
export type * from "../../freshness/policy/importance-first.js";
export { importanceFirst } from "../../freshness/policy/importance-first.js";
export type * from "../../freshness/policy/optimal.js";
export { optimal } from "../../freshness/policy/optimal.js";
export type * from "../../freshness/policy/proportional.js";
export { proportional } from "../../freshness/policy/proportional.js";
export type * from "../../freshness/policy/purely-random.js";
export { purelyRandom } from "../../freshness/policy/purely-random.js";
export type * from "../../freshness/policy/randomised.js";
export { randomised } from "../../freshness/policy/randomised.js";
export type * from "../../freshness/policy/round-robin.js";
export { roundRobin } from "../../freshness/policy/round-robin.js";
export type * from "../../freshness/policy/uniform.js";
export { uniform } from "../../freshness/policy/uniform.js";
