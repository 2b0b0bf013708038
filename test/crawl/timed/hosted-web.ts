import fc from "fast-check";
import { GraphBuilder } from "../../../src/web/graph/builder.js";
import type { Web } from "../../../src/web/web.js";
import { webOfGraph } from "../small-web.js";

/** A web of links alone that keeps repeats, and the host of each of its pages. */
export interface HostedWeb {
  readonly web: Web<"links">;
  readonly hostOf: Uint32Array;
}

export function hostedWeb(hosts: readonly number[], links: readonly (readonly [number, number])[]): HostedWeb {
  const builder = new GraphBuilder();
  for (const [from, to] of links) builder.add(from, to);
  const { graph } = builder.build({ size: hosts.length, duplicates: "keep", selfLinks: "keep" });
  return { web: webOfGraph(graph), hostOf: Uint32Array.from(hosts) };
}

/** Webs of up to 30 pages on up to 6 hosts, repeats and self-links among their links. */
export const anyHostedWeb: fc.Arbitrary<HostedWeb> = fc.integer({ min: 1, max: 30 }).chain((size) =>
  fc
    .tuple(
      fc.array(fc.nat(5), { minLength: size, maxLength: size }),
      fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 120 }),
    )
    .map(([hosts, links]) => {
      const numbers = [...new Set(hosts)];
      return hostedWeb(
        hosts.map((host) => numbers.indexOf(host)),
        links,
      );
    }),
);

/** Rows of a graph as arrays. */
export const rowsOf = ({ offsets, targets }: { offsets: Uint32Array; targets: Uint32Array }): number[][] =>
  Array.from({ length: offsets.length - 1 }, (_, row) => [...targets.subarray(offsets[row], offsets[row + 1])]);
