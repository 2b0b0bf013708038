// The experiments one by one, their ledger, and the plan for a billion pages.

export { readLedger } from "../experiment/ledger.js";
export { scalePlan } from "../experiment/ours/scale-plan.js";
export { planRow } from "../experiment/ours/scale-rows.js";
export { websFor } from "../experiment/reproduce.js";
