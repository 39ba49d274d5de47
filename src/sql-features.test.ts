import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "..");

const isOfTests = /(?:^|\/)test-|\.test\.|\/testing\//;

/** The migrations, and the SQL in the templates of the code. */
const readSql = (): string =>
  ["database", "gateway", "service"]
    .flatMap((folder) =>
      readdirSync(join(root, "src", folder), { recursive: true, encoding: "utf8" }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((name) => /\.(?:ts|sql)$/.test(name) && !isOfTests.test(name))
    .flatMap((name) => {
      const text = readFileSync(join(root, "src", name), "utf8");
      if (name.endsWith(".sql")) return [text.replaceAll(/--.*/g, "")];
      const templates =
        /(?:\b(?:sql|transaction|query)(?:<[^`]{0,300}>)?|(?:query|script)\()`([^`]*)`/g;
      return [...text.matchAll(templates)].map(([, template = ""]) => template);
    })
    .join("\n;\n");

/** What README says that a database needs, and how it looks in the code. */
const needed: Record<string, RegExp> = {
  "FOR UPDATE SKIP LOCKED": /for update(?: of \w+)? skip locked/i,
  "ON CONFLICT": /on conflict/i,
  RETURNING: /\breturning\b/i,
  UNLOGGED: /create unlogged table/i,
  plpgsql: /language plpgsql/i,
  sql: /language sql/i,
  array_remove: /\barray_remove\(/,
  cardinality: /\bcardinality\(/,
  pg_notify: /pg_notify\(/,
  LISTEN: /^listen /im,
  pg_advisory_xact_lock: /pg_advisory_xact_lock\(/,
  "SET LOCAL": /\bset local\b/i,
  set_config: /set_config\(/,
  "COPY FROM STDIN": /\bcopy\b[^;]*from stdin/i,
  json: /::json\b/,
  jsonb: /::jsonb\b/,
  LATERAL: /\blateral\b/i,
  MATERIALIZED: /as (?:not )?materialized/i,
  unnest: /\bunnest\(/,
  generate_series: /\bgenerate_series\(/,
  "GENERATED ALWAYS": /generated always/i,
  WHERE: /create (?:unique )?index[^;]*\bwhere\b/i,
  sha256: /\bsha256\(/,
  gen_random_uuid: /\bgen_random_uuid\(/,
};

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

const sql = readSql();
const list = readFileSync(join(root, "README.md"), "utf8").match(/\| needed [\s\S]*?\n\n/)?.[0];

it.each(Object.entries(needed))("%s is used, and README says that it is needed", (name, form) => {
  expect(sql).toMatch(form);
  expect(list).toContain(`\`${name}\``);
});

it("README lists nothing else", () => {
  const names = [...(list ?? "").matchAll(/`([^`]+)`/g)].map(([, name]) => name);
  expect(names.toSorted()).toEqual(Object.keys(needed).toSorted());
});

it.each(Object.entries(avoided))("%s: not used", (_, form) => {
  expect(sql.match(form)?.[0]).toBeUndefined();
});
