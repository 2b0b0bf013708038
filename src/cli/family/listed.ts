import type { Declared } from "../../base/method.js";
import type { TopicFamily } from "../../crawl/pool/library.js";
import type { Listed } from "../typed-method.js";

// A family is listed when a command that takes it starts: its help and errors tell what there is.

/** What the families of all rooms have. */
interface Family<M> {
  (chosen?: object): M;
  readonly name: string;
  readonly source: string;
  readonly symbol?: string;
  readonly declared: Declared;
}

export const listed = <M>(families: readonly unknown[]): Listed<M>[] =>
  (families as Family<M>[]).map((make) => {
    const { name, source, symbol, declared } = make;
    return { name, source, declared, topical: false, make, ...(symbol && { symbol }) };
  });

export const topical = <M extends { readonly source: string }>(families: readonly TopicFamily<M>[]): Listed<M>[] =>
  families.map(({ name, declared, make }) => ({
    name,
    source: make("topic").source,
    declared,
    topical: true,
    make: (chosen, query = "") => make(query, chosen),
  }));

export const byName = <M>(methods: readonly Listed<M>[]) => methods.toSorted((a, b) => (a.name < b.name ? -1 : 1));
