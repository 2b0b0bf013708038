import { counted } from "../../base/numbers.js";
import { clock } from "../../cache/policy/clock.js";
import { simulate } from "../../cache/simulate.js";
import { CircularChaining } from "../../cache/table/circular-chaining.js";
import { type Claim, howMany, type Verdict } from "../claim.js";
import {
  chainingBits,
  type Evidence,
  EXAMPLE,
  FINGERPRINT_BITS,
  missesOn,
  SIZES,
  SPREADS,
  tableFigure,
} from "./tables.js";

/** Bits of a word of memory: a table is rounded up to whole ones. */
const WORD = 32;

/** Entries of the caches that are compared. */
const COMPARED = [2 ** 6, 2 ** 10, 2 ** 14] as const;

const chaining = ({ storages }: Evidence) =>
  storages.filter(({ structure }) => structure === "direct circular chaining");

const claims: readonly Claim<Evidence>[] = [
  {
    claim: "Direct circular chaining takes 2^(r-x) r + 2^r (l + x + 1) bits, and 2^r more with marks",
    source: "section 6, Figure 13",
    kind: "theorem",
    published: "that formula",
    tolerance:
      "what is allocated is that, rounded up to a word of 32 bits, at every r and x, with marks and without (mixed: at some)",
    quote:
      "The total storage needed (in bits) becomes 2^(r-x) · r + 2^r · (l + x + 1). For CLOCK, we need an extra bit for the clock mark bits",
    wouldChange: "A word more at any size: something that grows with the table and is not in the formula",
    test(evidence) {
      const all = chaining(evidence);
      const exact = all.filter(({ bits, formula }) => bits === Math.ceil(formula / WORD) * WORD);
      const verdict: Verdict = exact.length === all.length ? "agrees" : exact.length > 0 ? "mixed" : "disagrees";
      return {
        ours: `${exact.length} of ${all.length} tables`,
        verdict,
        because: `r ${SIZES[0]} to ${SIZES[SIZES.length - 1]}, x ${SPREADS[0]} to ${SPREADS[SPREADS.length - 1]}, l = ${FINGERPRINT_BITS}; counted on the arrays that were made`,
      };
    },
  },
  {
    claim: "2^16 entries with x = 2 take l + 7 bits each for RANDOM, and l + 8 for CLOCK",
    source: "section 6",
    kind: "theorem",
    published: "l + 7 and l + 8",
    tolerance: "allocated bits per entry, exactly; each counts",
    quote: "we need a total of l + 7 bits per cached URL to implement RANDOM and l + 8 bits per URL to implement CLOCK",
    wouldChange:
      "Another l: with fingerprints of 72 bits the same sums must come out, which our tables of 64 cannot show",
    test(evidence) {
      const own = chaining(evidence).filter(({ r, x }) => r === EXAMPLE.r && x === EXAMPLE.x);
      const beyond = (policy: string) =>
        (own.find((each) => each.policy === policy)?.bits ?? 0) / 2 ** EXAMPLE.r - FINGERPRINT_BITS;
      return {
        ours: `l + ${beyond("RANDOM")} and l + ${beyond("CLOCK")}`,
        verdict: howMany([beyond("RANDOM") === 7, beyond("CLOCK") === 8]),
        because: `by the formula l + ${chainingBits(16, 2, false) / 2 ** 16 - FINGERPRINT_BITS} and l + ${chainingBits(16, 2, true) / 2 ** 16 - FINGERPRINT_BITS}`,
      };
    },
  },
  {
    claim: "CLOCK on such a table is CLOCK",
    source: "section 6: implemented on this array",
    kind: "theorem",
    published: "stated",
    tolerance: "as many misses as the policy without a table, to the last one, at each of three sizes (mixed: at some)",
    quote: "This array will be the array of cache entries, and RANDOM and CLOCK will be implemented on this array",
    wouldChange: "One miss more or less at any size: an entry that moves, or a fingerprint taken for another",
    test({ trace, seed }) {
      const counts = COMPARED.map((size) => ({
        plain: simulate(trace, clock, size),
        table: missesOn(new CircularChaining(size, { marks: true }), trace, seed),
      }));
      return {
        ours: counts.map(({ plain, table }) => `${counted(table)} to ${counted(plain)}`).join(", "),
        verdict: howMany(counts.map(({ plain, table }) => plain === table)),
        because: `misses on the table and without, ${counted(trace.requests.length)} requests, at ${COMPARED.join(", ")} entries`,
      };
    },
  },
];

/** All lists in one array of entries. Broder et al. 2003, section 6, Figure 13. */
export const figure13 = tableFigure({
  figure: 13,
  title: "Hashing with direct circular chaining",
  paper:
    "Broder et al. 2003, section 6, Figure 13: the keys of all lists stand in one array, a link is a number of an entry, and the last one leads back to the head, so that any entry can be " +
    "taken out. 2^(r-x) r + 2^r (l + x + 1) bits for 2^r fingerprints of l bits, and one more each for CLOCK.",
  layout: "array",
  draw: (capacity) => new CircularChaining(capacity, { marks: true, x: 1 }),
  claims,
});
