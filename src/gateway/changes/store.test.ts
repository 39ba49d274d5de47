import { afterAll, beforeAll, expect, it } from "vitest";
import { createQuery, type Sql } from "#database/sql.ts";
import { openGatewayDatabase } from "#gateway/server/database.ts";
import { openTestStorage, type TestStorage } from "#gateway/testing/storage.ts";
import { type ChangeFilter, listChanges } from "./store.ts";

const upstream = "https://api.example.com";
const rare = "Zo\u00eb Quist (zq%_7)";
const usual = ["Alex Agent (alex)", "Alex Admin (a.admin)", "Mika (mika)"];
/** The newest changes, one of each: of one person under two names and as the bare ID, and of two others. */
const nora = ["Nora Berg (nb)", "Nora Lund (nb)", "nb", "Nora (nb) (eve)", "Nora Berg (NB)"];
/** Of each usual person, and of a gateway without sign-in. */
const each = 1_000;

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Plan[];
}

let storage: TestStorage;
let sql: Sql;
let plans: Plan[] = [];

/** Notes the plan of each statement. */
const explained = (given: Sql): Sql =>
  Object.assign(
    createQuery({
      run: async (fragment) => {
        const [row] = await given<{ "QUERY PLAN": { Plan: Plan }[] }[]>`
          explain (analyze, format json) ${fragment}`;
        const plan = row?.["QUERY PLAN"][0]?.Plan;
        if (plan !== undefined) plans.push(plan);
        return given`${fragment}`;
      },
      script: given.script,
      load: given.load,
    }),
    { begin: given.begin, poolState: given.poolState, end: given.end },
  );

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

const rowsRead = (plan: Plan): number =>
  plan["Actual Loops"] * (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0));

beforeAll(async () => {
  storage = await openTestStorage();
  const opened = openGatewayDatabase(async () => ({
    sql: storage.database.sql,
    close: async () => undefined,
  }));
  const ready = await opened.sql();
  // The rare person's changes are the oldest: the last that a search from the newest one would find.
  await ready`
    insert into gateway.changes (id, upstream, person, operation, resource, record_id, fields, request_id, requested_at, hash)
    select id, ${upstream}, case when id <= 3 then ${rare} else (${usual}::text[])[id % 4] end, 'updateReturn', 'returns',
      id % 10, '[]', 'x', now(), 'x'
    from generate_series(1, ${each * 4}::int) as id`;
  await ready`
    insert into gateway.changes (id, upstream, person, operation, resource, fields, request_id, requested_at, hash)
    select ${each * 4} + place, ${upstream}, name, 'x', 'x', '[]', 'x', now(), 'x'
    from unnest(${nora}::text[]) with ordinality as named (name, place)`;
  await ready`
    insert into gateway.changes (id, upstream, person, operation, resource, fields, request_id, requested_at, hash)
    values (${each * 5}, 'https://other.example.com', 'Zo\u00eb Other (zo)', 'x', 'x', '[]', 'x', now(), 'x')`;
  await ready`vacuum analyze gateway.changes`;
  sql = explained(ready);
});
afterAll(async () => storage.close());

const find = async (filter: ChangeFilter, pageNumber = 1) => {
  plans = [];
  const { changes, total } = await listChanges(sql, upstream, filter, { pageNumber, pageSize: 50 });
  const people = [...new Set(changes.map(({ person }) => person))].toSorted();
  return { people, total, ids: changes.map(({ id }) => id) };
};

it.each<[string, readonly string[]]>([
  ["Alex Agent (alex)", ["Alex Agent (alex)"]],
  ["alex", ["Alex Admin (a.admin)", "Alex Agent (alex)"]],
  ["ALEX A", ["Alex Admin (a.admin)", "Alex Agent (alex)"]],
  ["(mika)", ["Mika (mika)"]],
  ["zo\u00cb", [rare]],
  ["%", [rare]],
  ["q%_7", [rare]],
  ["_", [rare]],
  ["a%x", []],
  ["\\", []],
  ["grace", []],
])("a part of a person's name or ID finds them: %s", async (person, people) => {
  expect((await find({ person })).people).toEqual(people);
});

it.each<[ChangeFilter, readonly string[]]>([
  [{ personId: "alex" }, ["Alex Agent (alex)"]],
  [{ personId: "admin" }, []],
  [{ personId: "Alex" }, []],
  [{ personId: "mika" }, ["Mika (mika)"]],
  [{ personId: "Mika (mika)" }, ["Mika (mika)"]],
  [{ personId: "zq%_7" }, [rare]],
  [{ personId: "%" }, []],
  [{ personId: "nb" }, ["Nora Berg (nb)", "Nora Lund (nb)", "nb"]],
  [{ personId: "eve" }, ["Nora (nb) (eve)"]],
  [{ personId: "nb", person: "LUND" }, ["Nora Lund (nb)"]],
  [{ personId: "nb", person: "eve" }, []],
])("an ID finds one person, under every name: %j", async (filter, people) => {
  expect((await find(filter)).people.toSorted()).toEqual(people);
});

it("a page has the newest changes of all people found, with every other filter", async () => {
  const ofAlex = Array.from({ length: each * 4 }, (_, index) => each * 4 - index).filter(
    (id) => id > 3 && [1, 2].includes(id % 4),
  );
  expect(await find({ person: "alex" }, 3)).toMatchObject({
    ids: ofAlex.slice(100, 150),
    total: ofAlex.length,
  });
  const ofRecord = ofAlex.filter((id) => id % 10 === 1);
  expect(await find({ person: "alex", recordId: 1 })).toMatchObject({
    ids: ofRecord.slice(0, 50),
    total: ofRecord.length,
  });
});

it.each<[string, ChangeFilter, number]>([
  ["a person with few changes", { person: "quist" }, 50],
  ["one person", { personId: "nb" }, 50],
  ["nobody", { person: "grace" }, 50],
  // Only the count reads more than the page, and that in the index.
  ["people with many changes", { person: "alex" }, 2 * each + 250],
])("finding %s reads few rows, by an index", async (_, filter, most) => {
  await find(filter);
  const scans = plans.flatMap(nodesOf).filter((node) => node["Relation Name"] === "changes");
  expect(scans.map((node) => node["Node Type"])).not.toContain("Seq Scan");
  expect(scans.reduce((sum, node) => sum + rowsRead(node), 0)).toBeLessThan(most);
});
