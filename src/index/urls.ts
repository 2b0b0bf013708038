// URLs: normal form, fingerprint, and who of several crawlers fetches which.

export { fingerprint } from "../url/fingerprint.js";
export { fingerprintCollisions } from "../url/fingerprint-collisions.js";
export { normalizeUrl } from "../url/normalize.js";
export { PARTITION_KEYS, partitioner } from "../url/partition.js";
