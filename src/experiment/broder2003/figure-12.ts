import { counted } from "../../base/numbers.js";
import { CircularChaining } from "../../cache/table/circular-chaining.js";
import { type Claim, untestable } from "../claim.js";
import { type Evidence, EXAMPLE, filled, tableFigure } from "./tables.js";

const example = ({ trace, seed }: Evidence) =>
  filled(new CircularChaining(2 ** EXAMPLE.r, { marks: true, x: EXAMPLE.x }), trace, seed);

const claims: readonly Claim<Evidence>[] = [
  {
    claim: "Two parts of a fingerprint, of which one says where its list begins and the other is stored, give it back",
    source: "section 6: abbreviated keys (Lampson)",
    kind: "theorem",
    published: "uniquely recovered",
    tolerance: "every entry of a table in use, read back and looked for, is found where it was read",
    quote: "given h(K) and q(K), the key K can be uniquely recovered",
    wouldChange: "One entry that is not: two fingerprints that a table takes for one, or a list that ends too early",
    test(evidence) {
      const { table } = example(evidence);
      const out = new Uint32Array(2);
      let found = 0;
      for (let entry = 0; entry < table.size; entry++) {
        table.read(entry, out);
        if (table.find(out[0], out[1]) === entry) found++;
      }
      return {
        ours: `${counted(found)} of ${counted(table.size)} entries`,
        verdict: found === table.size ? "agrees" : "disagrees",
        because: "after CLOCK replaced as many entries as it had taken in, or the trace ended",
      };
    },
  },
  {
    claim: "With a quarter as many lists as entries a list has four entries in the mean",
    source: "section 6, on Figures 12 and 13: x = 2",
    kind: "theorem",
    published: "only 4; it determines the time of searches and insertions",
    tolerance: "entries over lists that are not empty within 5 % of 4 / (1 - e^-4) = 4.07 (mixed: 10 %)",
    quote: "The average chain length, which determines search and insertion time, is only 4",
    wouldChange:
      "Fingerprints whose first bits are not even, as those of a weak hash: longer lists and more empty ones",
    test(evidence) {
      const { table } = example(evidence);
      if (table.size < table.capacity)
        return untestable(
          `the trace has ${counted(evidence.trace.urls)} URLs, the table room for ${counted(table.capacity)}`,
        );
      const lists = table.firstEntries.filter((entry) => entry !== undefined).length;
      const off = Math.abs(table.size / lists / (4 / (1 - Math.exp(-4))) - 1);
      return {
        ours: `${(table.size / lists).toFixed(2)} in ${counted(lists)} lists`,
        verdict: off <= 0.05 ? "agrees" : off <= 0.1 ? "mixed" : "disagrees",
        because: "2^16 entries, 2^14 lists; over all lists, empty ones among them, it is 4 by definition",
      };
    },
  },
];

/** Keys in lists that begin where a hash says. Broder et al. 2003, section 6, Figure 12. */
export const figure12 = tableFigure({
  figure: 12,
  title: "Hashing with direct chaining",
  paper:
    "Broder et al. 2003, section 6, Figure 12: keys hash to heads of lists, each key knows the next; what the place of the list says of a fingerprint need not be stored. " +
    "A drawing without numbers; here it is made of a table in use, and the two statements beside it are tested.",
  layout: "lists",
  draw: (capacity) => new CircularChaining(capacity, { marks: true, x: 1 }),
  claims,
});
