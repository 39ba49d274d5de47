import { expect, it } from "vitest";
import { maxRuleVersions } from "#contract/rule-versions.ts";
import { setUpChanges } from "#gateway/testing/change-set-up.ts";
import { answer } from "#gateway/testing/recording-upstream.ts";

const given = setUpChanges();

const tree = { name: "Rule", enabled: true, conditionGroups: [], actions: [] };
/** An upstream with one rule, which changes with each save. */
const serveRule = ({ lists = true, refuses = false } = {}) => {
  let name = "As it was";
  const seen: string[] = [];
  given.upstream.behave((request, response) => {
    seen.push(request.method ?? "");
    if (request.method === "GET")
      return answer(response, lists ? 200 : 404, lists ? [{ id: 7, name, rule: tree }] : {});
    if (refuses) return answer(response, 400, { error: "No" });
    name = `Saved ${seen.length}`;
    return answer(response, 200, { id: 7, name, rule: tree });
  });
  return seen;
};

const save = async (id: number | null = 7) =>
  given.gateway.call("/api/workflow/mapping-rule", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ id, name: "n", rule: tree }),
  });
const list = async (id = 7) =>
  (await (await given.gateway.call(`/api/rule-versions?ruleId=${id}`)).json()) as {
    rule: { name: string };
    savedAt: string | null;
  }[];
const forget = async () => {
  // The first request makes the tables.
  await list();
  await given.storage.database.sql`truncate gateway.rule_versions`;
};

it("keeps each saved version, and the rule as it was before its first save", async () => {
  await forget();
  const seen = serveRule();
  await save();
  await save();
  expect(seen).toEqual(["GET", "POST", "POST"]);
  expect((await list()).map(({ rule, savedAt }) => [rule.name, savedAt !== null])).toEqual([
    ["Saved 3", true],
    ["Saved 2", true],
    ["As it was", false],
  ]);
  expect(await list(8)).toEqual([]);
});

it("keeps a created rule, where none was before", async () => {
  await forget();
  const seen = serveRule();
  await save(null);
  expect([seen, (await list()).map(({ rule }) => rule.name)]).toEqual([["POST"], ["Saved 1"]]);
});

it("saves also where the upstream lists no rules", async () => {
  await forget();
  serveRule({ lists: false });
  expect((await save()).status).toBe(200);
  expect(await list()).toHaveLength(1);
});

it("keeps nothing of a save that was refused, but the rule as it was", async () => {
  await forget();
  serveRule({ refuses: true });
  expect((await save()).status).toBe(400);
  expect((await list()).map(({ rule }) => rule.name)).toEqual(["As it was"]);
});

it("keeps the newest versions", async () => {
  await forget();
  serveRule();
  await given.storage.database.sql`
    insert into gateway.rule_versions (upstream, rule_id, body)
    select ${new URL(given.upstream.baseUrl).origin}, 7, json_build_object('id', 7, 'name', n::text)::text
    from generate_series(1, ${maxRuleVersions}::int) n`;
  await save();
  const kept = await list();
  expect(kept).toHaveLength(maxRuleVersions);
  expect(kept[0]?.rule.name).toMatch(/^Saved/);
  expect(kept.at(-1)?.rule.name).toBe("2");
});
