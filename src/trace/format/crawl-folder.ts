import { basename, resolve } from "node:path";
import { openSnapshot, type Snapshot } from "../../archive/open-snapshot.js";
import { fingerprint } from "../../url/fingerprint.js";
import { openCrawlTrace } from "../crawl-trace.js";
import { DenseIds } from "../dense-ids.js";
import { emptyTrace } from "../trace-builder.js";
import { UrlHosts } from "../url-hosts.js";
import type { UrlTrace } from "../url-trace.js";
import type { FolderFormat, ReadTraceOptions } from "./trace-format.js";

/** What `crawlbench crawl` wrote. */
export const crawlFolder: FolderFormat = {
  kind: "trace-format",
  name: "crawl",
  title: "folder of a crawl",
  readFolder: (path, options) => readCrawlFolder(path, options),
};

/**
 * The trace that a crawl recorded in its folder, with its pages; the hosts of URLs come from the snapshot beside it.
 *
 * @throws "not-a-snapshot", "damaged"; "empty", "too-many-urls"
 */
async function readCrawlFolder(folder: string, { name, mostUrls }: ReadTraceOptions = {}): Promise<UrlTrace> {
  const crawl = await openCrawlTrace(folder);
  const label = name ?? basename(resolve(folder));
  if (crawl.size === 0) throw emptyTrace(label);
  const ids = new DenseIds({ mostUrls });
  const requests = new Uint32Array(crawl.size);
  ids.number(crawl.fingerprints, requests);
  const hosts = new UrlHosts();
  const runs = crawl.counts.length;
  const pages = {
    ends: new Uint32Array(runs),
    threads: new Uint16Array(runs),
    hosts: new Uint32Array(runs),
    times: new Float64Array(runs),
  };
  let run = 0;
  for (const { first, count, host, thread, time } of crawl.runs()) {
    pages.ends[run] = first + count;
    pages.threads[run] = thread;
    pages.hosts[run] = hosts.ofFingerprint(Number(host >> 32n), Number(host & 0xffffffffn));
    pages.times[run++] = time;
  }
  const hostOfUrl = hostsOf(await openSnapshot(folder), ids, hosts);
  return {
    name: label,
    requests,
    urls: hostOfUrl.length,
    fingerprints: ids.fingerprints(),
    hostKeys: hosts.keys(),
    pages,
    ...(hostOfUrl.unknown === 0
      ? { hosts: hostOfUrl.hosts }
      : {
          notes: [
            `the hosts of URLs are not known: ${hostOfUrl.unknown} of ${hostOfUrl.length} URLs of the trace are not in the snapshot`,
          ],
        }),
  };
}

/** Hosts of the trace's URLs: snapshot and trace know each other's URLs by fingerprint. */
function hostsOf({ urls }: Snapshot, ids: DenseIds, hosts: UrlHosts) {
  const length = ids.size;
  const found = new Uint32Array(length);
  const known = new Uint8Array(length);
  let unknown = length;
  const word = new Uint32Array(2);
  const { bytes, offsets } = urls;
  for (let url = 0; url < urls.size; url++) {
    fingerprint(bytes, offsets[url], offsets[url + 1], word);
    const id = ids.idOf(word[0], word[1]);
    if (id < 0 || known[id]) continue;
    known[id] = 1;
    unknown--;
    found[id] = hosts.ofUrl(bytes, offsets[url], offsets[url + 1]);
  }
  return { length, hosts: found, unknown };
}
