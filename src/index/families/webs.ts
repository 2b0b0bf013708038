// Written by write-families.mjs from src/web/model.

export type * from "../../web/model/copying-web.js";
export { copyingWeb } from "../../web/model/copying-web.js";
export type * from "../../web/model/host-web.js";
export { hostWeb } from "../../web/model/host-web.js";
export type * from "../../web/model/preferential-web.js";
export { preferentialWeb } from "../../web/model/preferential-web.js";
export type * from "../../web/model/random-web.js";
export { randomWeb } from "../../web/model/random-web.js";
