import { refreshPolicies } from "../../freshness/library.js";
import type { RefreshPolicy } from "../../freshness/refresh-policy.js";
import type { MethodFamily } from "../typed-method.js";
import { listed } from "./listed.js";

export const refreshers: MethodFamily<RefreshPolicy> = {
  one: "policy",
  all: "refreshers",
  flag: "--policies",
  methods: listed<RefreshPolicy>(await refreshPolicies()),
};
