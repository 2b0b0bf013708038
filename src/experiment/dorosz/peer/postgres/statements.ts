import type { Settings } from "../../../../urldb/settings.js";

/** A statement, kept prepared by the server under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Longest URL that the unique index holds whole: a B-tree's entry has at most 2,704 bytes. */
export const LONGEST_WHOLE = 1000;

/**
 * What tells URLs apart, as the unique index holds it: the URL itself up to 1,000 bytes, and the first 1,000 bytes with
 * the SHA-256 of all where it is longer, which is longer than any of the former.
 */
export const identity = (url: string): string =>
  `(case when octet_length(${url}) <= ${LONGEST_WHOLE} then ${url} ` +
  `else substring(${url} from 1 for ${LONGEST_WHOLE}) || sha256(${url}) end)`;

/** B, the key of Q, as columns. */
const keyOf = ({ order }: Settings): string =>
  [...order.filter((part) => part !== "added"), "number"].map((part) => `urls.${part}`).join(", ");

const inChecks = "urls.place in ('t', 'r')";

/**
 * One table: U is all of it, Q and Q_c are its two partial indices.
 *
 * number: arrival, with gaps where a URL was known. hash and priority: without sign, shifted by half their range. time:
 * T while in Q_c. place: q in Q, t taken, r awaiting a re-crawl, n in neither. visited: V. Columns go by size, so that
 * none is padded.
 */
export const schemaOf = (settings: Settings): string => `
  create table urls (
    number bigint not null,
    hash bigint not null,
    time bigint,
    depth integer not null,
    priority integer not null,
    place "char" not null default 'q',
    visited boolean not null default false,
    url bytea not null
  );
  create unique index known on urls (${identity("url")});
  create index queue on urls (${keyOf(settings).replaceAll("urls.", "")}) where place = 'q';
  create index checks on urls (time, hash, number) where place in ('t', 'r');
  create table made_with (setting text primary key, value text not null);
`;

/**
 * For the session: what the planner would find out from statistics, which a table that grows from nothing does not have
 * yet. Every question goes by an index and in its order, and none is long enough to be compiled.
 */
export const sessionOf = ({ durability }: Settings): string => `
  set synchronous_commit = ${durability === "sync" ? "on" : "off"};
  set default_transaction_isolation = 'read committed';
  set enable_seqscan = off;
  set enable_bitmapscan = off;
  set enable_hashjoin = off;
  set enable_mergejoin = off;
  set jit = off;
  create temporary table staging (index integer, hash bigint, depth integer, priority integer, url bytea)
    on commit delete rows;
`;

export const countAll = `
  select count(*) as urls, coalesce(max(number) + 1, 0) as next,
    count(*) filter (where place = 'q') as waiting, count(*) filter (where ${inChecks}) as checks
  from urls`;

/** Gives the indices that were added, as text: "0,1,3". */
const insertFrom = (source: string): string => `
  with added as (
    insert into urls (number, hash, depth, priority, url)
    select $1::bigint + index, hash, depth, priority, url from ${source}
    on conflict do nothing
    returning number
  )
  select string_agg((number - $1::bigint)::text, ',') as added from added`;

export const copyIntoStaging = "copy staging from stdin (format binary)";

export interface Statements {
  readonly insertOne: Statement;
  readonly insertArrays: Statement;
  readonly insertStaged: Statement;
  readonly withdraw: Statement;
  readonly find: Statement;
  readonly take: Statement;
  readonly confirm: Statement;
  readonly dueVisited: Statement;
  readonly reschedule: Statement;
  readonly returnDue: Statement;
  readonly outstanding: Statement;
}

/** Those that no setting changes. */
const sameForAll = {
  insertOne: `
      insert into urls (number, hash, depth, priority, url) values ($1::bigint, $2::bigint, $3, $4, $5)
      on conflict do nothing`,
  insertArrays: insertFrom(`
      unnest($2::integer[], $3::bigint[], $4::integer[], $5::integer[], $6::bytea[])
        as new (index, hash, depth, priority, url)`),
  insertStaged: insertFrom("staging order by index"),
  withdraw: "delete from urls where number >= $1::bigint",
  find: `
      select asked.index, urls.depth, urls.priority, urls.visited
      from unnest($1::bytea[]) with ordinality as asked (url, index)
      join urls on ${identity("urls.url")} = ${identity("asked.url")}`,
  dueVisited: `
      select urls.ctid as at, urls.url, urls.depth, urls.priority from urls
      where ${inChecks} and urls.time <= $1::bigint and urls.visited
      order by urls.time, urls.hash, urls.number limit $2::bigint`,
  reschedule: `
      update urls set
        visited = checked.delay = 0,
        place = case when checked.delay = 0 then 'n'::"char" else 'r'::"char" end,
        time = case when checked.delay = 0 then null else $1::bigint + checked.delay end
      from unnest($2::tid[], $3::bigint[]) as checked (at, delay) where urls.ctid = checked.at`,
  returnDue: `
      with due as materialized (
        select urls.ctid as at from urls where ${inChecks} and urls.time <= $1::bigint
      ), moved as (
        update urls set place = case when urls.visited then 'n'::"char" else 'q'::"char" end, time = null
        from due where urls.ctid = due.at
        returning urls.visited
      )
      select count(*) filter (where not visited) as returned, count(*) filter (where visited) as finished from moved`,
};

export function statementsOf(settings: Settings): Statements {
  const key = keyOf(settings);
  const { asPrinted } = settings;
  const texts: Record<keyof Statements, string> = {
    ...sameForAll,
    take: `
      with first as materialized (
        select urls.ctid as at from urls where urls.place = 'q' order by ${key} limit $1::bigint
      ), taken as (
        update urls set place = 't', time = $2::bigint from first where urls.ctid = first.at
        returning urls.url, urls.depth, urls.priority, urls.hash, urls.number
      )
      select url, depth, priority from taken order by ${key.replaceAll("urls.", "")}`,
    confirm: `
      with found as materialized (
        select asked.index, urls.ctid as at, urls.number, urls.place,
          not urls.visited ${asPrinted ? "" : "and urls.place <> 'r'"} as is_news
        from unnest($1::bytea[]) with ordinality as asked (url, index)
        join urls on ${identity("urls.url")} = ${identity("asked.url")}
      ), changed as (
        update urls set visited = true,
          place = case when urls.place = 'q' and not ${asPrinted} then 't'::"char" else urls.place end,
          time = case when urls.place = 'q' and not ${asPrinted} then $2::bigint else urls.time end
        from found where urls.ctid = found.at and found.is_news
      )
      select index, number, place, is_news from found order by index`,
    outstanding: `
      select urls.url, urls.depth, urls.priority, urls.time from urls
      where ${inChecks} and urls.place = 't' and not urls.visited
      order by urls.time, ${key}`,
  };
  const entries = Object.entries(texts).map(([name, text]) => [name, { name, text }]);
  return Object.fromEntries(entries) as Record<keyof Statements, Statement>;
}
