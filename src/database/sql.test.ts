import { expect, test } from "vitest";
import { compile, createQuery, type Fragment, type Runner } from "./sql.ts";

/** Records the texts that run. */
const record = () => {
  const texts: string[] = [];
  const refuse = () => Promise.reject(new Error("not used"));
  const runner: Runner = {
    run: async (fragment) => {
      texts.push(compile(fragment).text);
      return Object.assign([{ id: 7 }], { count: 1 });
    },
    script: refuse,
    load: refuse,
  };
  return { sql: createQuery(runner), texts };
};

const { sql } = record();
const owner = sql`owner = ${3}`;
const at = new Date("2026-01-02T03:04:05.678Z");

test.each<[string, Fragment, string, unknown[]]>([
  ["text alone", sql`select 1`, "select 1", []],
  ["parameters", sql`select ${1}, ${"a"}, ${null}`, "select $1, $2, $3", [1, "a", null]],
  ["a fragment", sql`where ${owner} and id = ${4}`, "where owner = $1 and id = $2", [3, 4]],
  [
    "fragments in fragments",
    sql`${sql`(${owner} or ${owner})`}`,
    "(owner = $1 or owner = $2)",
    [3, 3],
  ],
  ["an empty fragment", sql`select 1 ${sql``}`, "select 1 ", []],
  ["a name", sql`from ${sql("rmas")}`, 'from "rmas"', []],
  ["a name with its schema", sql`from ${sql("service.rmas")}`, 'from "service"."rmas"', []],
  ["several names", sql`(${sql(["a", "b"])})`, '("a", "b")', []],
  ["a hostile name", sql`from ${sql('a"; drop table b; --')}`, 'from "a""; drop table b; --"', []],
  ["a hostile value", sql`= ${"'; drop table b; --"}`, "= $1", ["'; drop table b; --"]],
  ["a list", sql`= any(${[1, 2]})`, "= any($1)", [[1, 2]]],
  ["a date in UTC", sql`> ${at}`, "> $1", ["2026-01-02T03:04:05.678Z"]],
  ["false, zero and no text", sql`${false}${0}${""}`, "$1$2$3", [false, 0, ""]],
])("%s", (_, fragment, text, values) => {
  expect(compile(fragment)).toEqual({ text, values });
});

test.each([
  ["undefined", undefined],
  ["an invalid date", new Date("never")],
])("%s is refused as a value", (_, value) => {
  expect(() => compile(sql`select ${value as never}`)).toThrow(/undefined|Invalid time/);
});

test("a statement runs once, when it is first awaited", async () => {
  const recorded = record();
  const statement = recorded.sql<{ id: number }[]>`select id`;
  const other = recorded.sql`select ${statement}`;
  expect(recorded.texts).toEqual([]);
  const [row] = await statement;
  expect(row).toEqual({ id: 7 });
  expect((await statement).count).toBe(1);
  expect(recorded.texts).toEqual(["select id"]);
  await other.catch(() => {}).finally(() => {});
  expect(recorded.texts).toEqual(["select id", "select select id"]);
});
