// Traces: the stream of URLs that a crawl meets.

export { fitAlphaBetaGamma } from "../cache/fit-alpha-beta-gamma.js";
export { openCrawlTrace } from "../trace/crawl-trace.js";
export { denseIds } from "../trace/dense-ids.js";
export { streamRequests } from "../trace/file/read-trace-file.js";
export { TraceFileWriter, writeTraceFile } from "../trace/file/write-trace-file.js";
export { alphaBetaGamma } from "../trace/model/alpha-beta-gamma.js";
export { openTrace as open } from "../trace/open-trace.js";
export {
  crossTrace,
  firstRequests,
  requestsOfPages,
  requestsWhere,
  splitByProcess,
  threadTraces,
} from "../trace/sub-trace.js";
export { traceFrom } from "../trace/trace-from.js";
