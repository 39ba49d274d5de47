import { expect, test } from "vitest";
import type {
  UpdateOrCreateAction,
  UpdateOrCreateCondition,
} from "#contract/mapping-rule-request.ts";
import { deepCopy, lampRule, setTitle, titleContains } from "#rule-model/testing/rules.ts";
import { mergeRules } from "./merge-rules.ts";

type Rule = typeof lampRule;
type Edit = (rule: Rule) => void;

const change = (edit: Edit): Rule => {
  const next = deepCopy(lampRule);
  edit(next);
  return next;
};

const action = (id: number | undefined, text = "new") => setTitle(id, text);
const withActions =
  (...added: UpdateOrCreateAction[]) =>
  (rule: Rule) =>
    void rule.rule.actions.push(...added);
const group = (id: number | undefined, ...conditions: UpdateOrCreateCondition[]) => ({
  ...(id === undefined ? {} : { id }),
  conditions,
});
const withGroup =
  (...added: ReturnType<typeof group>[]) =>
  (rule: Rule) =>
    void rule.rule.groups.push(...added);
const newIds = ({ rule }: Rule) =>
  [...JSON.stringify(rule).matchAll(/"id":(3\d\d)/g)].map(([, id]) => Number(id));

test.each<[string, mine: Edit, theirs: Edit, parts: number, ids: number[]]>([
  ["the same action is one", withActions(action(undefined)), withActions(action(300)), 1, [300]],
  [
    "each is paired once",
    withActions(action(undefined), action(undefined)),
    withActions(action(300), action(301)),
    2,
    [300, 301],
  ],
  [
    "one that I added twice stays twice",
    withActions(action(undefined), action(undefined)),
    withActions(action(300)),
    2,
    [300],
  ],
  [
    "another value is another action",
    withActions(action(undefined)),
    withActions(action(300, "newer")),
    2,
    [300],
  ],
  [
    "one restored here after it was deleted and saved",
    withActions(action(250)),
    withActions(action(300)),
    1,
    [300],
  ],
  [
    "a group is the same with the same conditions",
    withGroup(group(undefined, titleContains(undefined, "new"))),
    withGroup(group(300, titleContains(301, "new"))),
    1,
    [300, 301],
  ],
  [
    "a group with another condition is another group",
    withGroup(group(undefined, titleContains(undefined, "new"))),
    withGroup(group(300, titleContains(301, "new"), titleContains(302, "more"))),
    2,
    [300, 301, 302],
  ],
  [
    "the same condition in another group is another condition",
    ({ rule }) => rule.groups[0]?.conditions.push(titleContains(undefined, "new")),
    ({ rule }) => rule.groups[1]?.conditions.push(titleContains(300, "new")),
    2,
    [300],
  ],
])("parts that both sides added: %s", (_name, mine, theirs, count, ids) => {
  const { rule, conflicts } = mergeRules(lampRule, change(mine), change(theirs));
  expect(conflicts).toEqual([]);
  expect(JSON.stringify(rule).match(/"newe?r?"/g)).toHaveLength(count);
  expect(newIds(rule)).toEqual(ids);
});
