import { methodsIn } from "../base/methods-in.js";
import type { ChangeFamily } from "./change-model.js";
import type { RefreshFamily } from "./refresh-policy.js";

/** Every policy of the library, by name; found by listing its folder, nothing is registered. */
export const refreshPolicies = (): Promise<RefreshFamily[]> => methodsIn("freshness/policy", "refresh");

/** Every model of change of the library, by name; found by listing its folder. */
export const changeModels = (): Promise<ChangeFamily[]> => methodsIn("freshness/change", "change");
