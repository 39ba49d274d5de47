import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it, test } from "vitest";
import { findSql, readAllSql } from "#testing/sql-texts.ts";

/** What isn't in every database, by its name in docs/several-processes.md, and how it looks in the code. */
const features: Record<string, RegExp> = {
  "FOR UPDATE SKIP LOCKED": /for update(?: of \w+)? skip locked/i,
  "FOR SHARE": /\bfor (?:key )?share\b/i,
  "FOR NO KEY UPDATE": /for no key update/i,
  NOWAIT: /\bnowait\b/i,
  "LOCK TABLE": /\block table\b/i,
  "ON CONFLICT": /on conflict/i,
  MERGE: /\bmerge into\b/i,
  RETURNING: /\breturning\b/i,
  "WITH … AS (UPDATE …)":
    /\bas (?:(?:not )?materialized )?\(\s*(?:insert into|update|delete from)\b/i,
  "WITH RECURSIVE": /\bwith recursive\b/i,
  MATERIALIZED: /as (?:not )?materialized/i,
  LATERAL: /\blateral\b/i,
  "WITH ORDINALITY": /\bwith ordinality\b/i,
  "DISTINCT ON": /\bdistinct on\b/i,
  "FILTER (WHERE …)": /\bfilter \(where\b/i,
  "OVER (…)": /\bover \(/i,
  "GROUPING SETS": /\bgrouping sets\b|\b(?:cube|rollup) ?\(/i,
  TABLESAMPLE: /\btablesample\b/i,
  UNLOGGED: /create unlogged table/i,
  fillfactor: /\bfillfactor\b/i,
  "GENERATED ALWAYS": /generated always/i,
  "CREATE SEQUENCE": /create sequence/i,
  "CREATE TYPE": /create (?:type|domain)/i,
  "CREATE VIEW": /create (?:or replace )?view/i,
  "CREATE POLICY": /create policy|row level security/i,
  "CREATE RULE": /create rule/i,
  INHERITS: /\binherits ?\(/i,
  EXCLUDE: /\bexclude using\b/i,
  DEFERRABLE: /\bdeferrable\b/i,
  "INDEX … WHERE": /create (?:unique )?index[^;]*\bwhere\b/i,
  "INDEX … INCLUDE": /create (?:unique )?index[^;]*\binclude \(/i,
  "INDEX … (expression)": /create (?:unique )?index[^;(]*\([^;]*?\w+\(/i,
  "INDEX … USING": /create (?:unique )?index[^;]*\busing\b/i,
  'COLLATE "C"': /collate "C"/i,
  COLLATE: /collate (?!"C")/i,
  plpgsql: /language plpgsql/i,
  sql: /language sql/i,
  "SECURITY DEFINER": /security definer/i,
  "FOR EACH ROW WHEN": /for each row when\b/i,
  "FOR EACH STATEMENT": /for each statement\b/i,
  REFERENCING: /\breferencing (?:new|old) table\b/i,
  "BEFORE TRUNCATE": /\bbefore truncate\b/i,
  "INSTEAD OF": /\binstead of\b/i,
  LISTEN: /^listen /im,
  "SET LOCAL": /\bset local\b/i,
  "REPEATABLE READ": /isolation level repeatable read/i,
  SERIALIZABLE: /isolation level serializable/i,
  SAVEPOINT: /\bsavepoint\b/i,
  "COPY FROM STDIN": /\bcopy\b[^;]*from stdin/i,
  VACUUM: /\bvacuum\b/i,
  json: /::json\b/,
  jsonb: /::jsonb\b/,
  JSON_TABLE: /\bjson_table\b|\bis json\b/i,
  "date_trunc(…, …, zone)": /\bdate_trunc\([^(),]*,[^(),]*,[^()]*\)/i,
  "regular expressions": /\s!?~\*? |\bsimilar to\b/i,
  "text search": /\bto_ts(?:vector|query)\b|::ts(?:vector|query)\b/i,
  ranges: /::\w*range\b/i,
};

/** Functions of texts, numbers, times, groups and windows, which the list leaves out. */
const common = new Set(
  `all any array array_agg bool_and bool_or chr clock_timestamp coalesce concat_ws count date_trunc encode extract floor format
  greatest least length lower max min now nullif right row_number split_part string_agg strpos substring sum to_char
  to_timestamp`.split(/\s+/),
);

/** What a pool in transaction mode, a managed service or another engine may lack. */
const avoided: Record<string, RegExp> = {
  extensions: /create extension/i,
  "session locks": /pg_(?:try_)?advisory_(?:lock|unlock)/i,
  "temporary tables": /create (?:local |global )?temp/i,
  cursors: /\bdeclare\s+\w+\s+(?:\w+\s+)*cursor|\bfetch (?:next|forward|all|\d+) /i,
  "session settings":
    /\bset (?:session )?(?:time ?zone|search_path|role|work_mem|\w+_(?:timeout|commit|path)|enable_\w+)\b/i,
  "large objects": /\blo_\w+\(/i,
  "two-phase commit": /prepare transaction/i,
  "prepared by name": /^\s*(?:prepare|deallocate|execute) (?!function)/im,
  "foreign tables": /foreign (?:table|data)/i,
  partitions: /partition (?:by|of) /i,
  "materialized views": /materialized view/i,
  "row versions": /\b(?:ctid|xmin)\b/i,
};

const page = readFileSync(resolve(import.meta.dirname, "../../docs/several-processes.md"), "utf8");

/** The names in the first column of the list in docs/several-processes.md. */
const listNames = (text: string): string[] => {
  const [table = ""] = /\| needed [\s\S]*?\n\n/.exec(text) ?? [];
  const cells = table.split("\n").map((row) => row.split(" | ")[0] ?? "");
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name));
};

/** The functions that are called, without our own. A list of columns after `as name` looks like one. */
const listFunctions = (text: string): string[] => {
  const namesIn = (form: RegExp) => [...text.matchAll(form)].map(([, name = ""]) => name);
  const own = new Set(namesIn(/create (?:or replace )?function (?:\w+\.)?(\w+)/gi));
  const called = new Set(namesIn(/(?<![\w.?]|\bas )([a-z_]\w*)\(/g));
  return [...called].filter((name) => !common.has(name) && !own.has(name));
};

/** What SQL needs beyond common SQL, by the names of the list. */
const findNeeded = (text: string): string[] =>
  [
    ...Object.entries(features).flatMap(([name, form]) => (form.test(text) ? [name] : [])),
    ...listFunctions(text),
  ].toSorted();

const sql = readAllSql();

test("docs/several-processes.md lists each feature and function that the SQL needs, and no other", () => {
  expect(listNames(page).toSorted()).toEqual(findNeeded(sql));
});

test.each(Object.entries(avoided))("%s: not used", (_, form) => {
  expect(sql.match(form)?.[0]).toBeUndefined();
});

describe("the comparison", () => {
  it("finds what a new statement needs", () => {
    const statement = `
      with gone as (delete from gateway.x where word ~ 'a' returning id)
      select distinct on (id) id, similarity(word, 'b'), service.fold_counts(1) from gone for share`;
    expect(findNeeded(statement)).toEqual([
      "DISTINCT ON",
      "FOR SHARE",
      "RETURNING",
      "WITH … AS (UPDATE …)",
      "regular expressions",
      "similarity",
    ]);
  });

  it("reads SQL in templates, in those within others, and in strings", () => {
    const code = [
      "const a = sql<{ id: number }[]>`select ${one ? sql`b` : `c ${{}}`} ${sql(`d`)} from e`;",
      "await query.script(`f`); await session.script(",
      '  "g",',
      "); log(`h`);",
    ].join("\n");
    expect(findSql(code)).toEqual(["g", "b", "select ? ? from e", "f"]);
  });

  it("reads the names of the first column", () => {
    const list = "text `x`\n\n| needed | for |\n| - | - |\n| `A`, `b` | `c` |\n\n`d`\n";
    expect(listNames(list)).toEqual(["A", "b"]);
  });
});
