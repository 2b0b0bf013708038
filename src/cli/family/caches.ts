import type { CacheMethod } from "../../cache/method.js";
import { CACHE_NAMES, libraryCaches } from "../../cache/sweep/cache-methods.js";
import type { MethodFamily } from "../typed-method.js";
import { listed } from "./listed.js";

export const caches: MethodFamily<CacheMethod> = {
  one: "policy",
  all: "caches",
  flag: "--policies",
  methods: listed<CacheMethod>(await libraryCaches()),
  short: CACHE_NAMES,
  shown: { "two-q": "2q" },
};
