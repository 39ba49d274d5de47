import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sameRule } from "./flat-rule.ts";
import {
  deepCopy,
  anyRule,
  edited,
  lampRule,
  savedRule,
  setTitle,
  titleContains,
} from "#rule-model/testing/rules.ts";
import { mergeRules } from "./merge-rules.ts";

type Rule = typeof lampRule;

const change = (edit: (rule: Rule) => void): Rule => {
  const next = deepCopy(lampRule);
  edit(next);
  return next;
};
const conditions = ({ rule }: Rule, group: number) =>
  rule.groups[group]?.conditions.map(({ condition }) => condition);
const actions = ({ rule }: Rule) => rule.actions.map(({ value }) => value);

describe("changes of different parts", () => {
  it("takes both sides’ conditions", () => {
    const mine = change(({ rule }) => {
      rule.groups[0]?.conditions.push(titleContains(undefined, "mine"));
    });
    const theirs = change(({ rule }) => {
      rule.groups[0]?.conditions.unshift(titleContains(300, "theirs"));
    });
    const merged = mergeRules(lampRule, mine, theirs);
    expect(merged.conflicts).toEqual([]);
    expect(conditions(merged.rule, 0)).toEqual(["theirs", "lamp", "light", "mine"]);
  });

  it("keeps my new order and their new action", () => {
    const mine = change(({ rule }) => {
      rule.actions.reverse();
    });
    const theirs = change(({ rule }) => {
      rule.actions.splice(1, 0, setTitle(203, "new"));
    });
    const merged = mergeRules(lampRule, mine, theirs);
    expect(merged.conflicts).toEqual([]);
    expect(actions(merged.rule)).toEqual(["C", "B", "A", "new"]);
  });

  it("moves a condition to my place, with their new operand", () => {
    const mine = change(({ rule }) => {
      const [moved] = rule.groups[0]?.conditions.splice(0, 1) ?? [];
      if (moved) rule.groups[1]?.conditions.push(moved);
    });
    const theirs = change(({ rule }) => {
      const [condition] = rule.groups[0]?.conditions ?? [];
      if (condition) condition.condition = "theirs";
    });
    const merged = mergeRules(lampRule, mine, theirs);
    expect(merged.conflicts).toEqual([]);
    expect(conditions(merged.rule, 0)).toEqual(["light"]);
    expect(conditions(merged.rule, 1)).toEqual(["torch", "theirs"]);
  });

  it("deletes a part that one side deleted and the other did not change", () => {
    const mine = change(({ rule }) => void rule.groups.splice(1, 1));
    const theirs = change((rule) => {
      rule.description = "theirs";
    });
    const merged = mergeRules(lampRule, mine, theirs);
    expect(merged.conflicts).toEqual([]);
    expect(merged.rule.rule.groups).toHaveLength(1);
    expect(merged.rule.description).toBe("theirs");
  });
});

describe("changes of the same part", () => {
  const both = (mine: (rule: Rule) => void, theirs: (rule: Rule) => void) => ({
    mine: change(mine),
    theirs: change(theirs),
  });
  const say = (text: string) => (rule: Rule) => {
    const [condition] = rule.rule.groups[0]?.conditions ?? [];
    if (condition) condition.condition = text;
  };
  const cases = [
    ["a sentence", both(say("mine"), say("theirs")), "changed"],
    [
      "a name",
      both(
        (rule) => void (rule.name = "m"),
        (rule) => void (rule.name = "t"),
      ),
      "changed",
    ],
    [
      "the name of a rule and its head, once",
      both(
        (rule) => void (rule.name = rule.rule.name = "m"),
        (rule) => void (rule.name = rule.rule.name = "t"),
      ),
      "changed",
    ],
    [
      "a part that I deleted",
      both(({ rule }) => void rule.groups[0]?.conditions.shift(), say("theirs")),
      "removed by me",
    ],
    [
      "a part inside one that they deleted",
      both(say("mine"), ({ rule }) => void rule.groups.shift()),
      "removed by them",
    ],
    [
      "the order",
      both(
        ({ rule }) => void rule.actions.reverse(),
        ({ rule }) => rule.actions.push(...rule.actions.splice(0, 1)),
      ),
      "order",
    ],
  ] as const;

  it.each(cases)(
    "reports a conflict for %s, and follows the choice",
    (_name, { mine, theirs }, kind) => {
      const { conflicts } = mergeRules(lampRule, mine, theirs);
      expect(conflicts.map((conflict) => conflict.kind)).toEqual([kind]);
      const choose = (side: "mine" | "theirs") =>
        mergeRules(lampRule, mine, theirs, new Map(conflicts.map(({ name }) => [name, side]))).rule;
      expect(sameRule(choose("mine"), mine)).toBe(true);
      expect(sameRule(choose("theirs"), theirs)).toBe(true);
    },
  );

  it("reports no conflict where both made the same change", () => {
    const { mine, theirs } = both(say("same"), say("same"));
    expect(mergeRules(lampRule, mine, theirs).conflicts).toEqual([]);
  });

  it("reports a conflict where two moves lead a condition to two places", () => {
    const third = savedRule([
      [10, [titleContains(100, "lamp")]],
      [11, []],
      [12, []],
    ]);
    const moved = (to: number) => {
      const next = deepCopy(third);
      const [one] = next.rule.groups[0]?.conditions.splice(0, 1) ?? [];
      if (one) next.rule.groups[to]?.conditions.push(one);
      return next;
    };
    const { conflicts, rule } = mergeRules(third, moved(1), moved(2));
    expect(conflicts.map(({ kind }) => kind)).toEqual(["moved"]);
    expect(conditions(rule, 1)).toEqual(["lamp"]);
  });

  it("breaks a cycle of two moves into each other, losing no part", () => {
    const nested = savedRule([[10, [titleContains(100, "a"), titleContains(101, "b")]]]);
    const into = (outer: number) => {
      const next = deepCopy(nested);
      const list = next.rule.groups[0]?.conditions ?? [];
      const [inner] = list.splice(1 - outer, 1);
      list[0]?.childConditions?.push(...(inner ? [inner] : []));
      return next;
    };
    const text = JSON.stringify(mergeRules(nested, into(0), into(1)).rule);
    expect(text.match(/"id":100,/g)).toHaveLength(1);
    expect(text.match(/"id":101,/g)).toHaveLength(1);
  });
});

describe("merging any rule", () => {
  const versions = anyRule.chain((rule) => fc.tuple(fc.constant(rule), edited(rule), edited(rule)));

  /** A rule as the API stores it: each new part has an id. */
  const stored = (rule: Rule): Rule => {
    let next = 900;
    const withId = <T extends { id?: number | null | undefined }>(part: T): T => ({
      ...part,
      id: part.id ?? next++,
    });
    const { groups, actions } = rule.rule;
    const saved = groups.map(({ conditions, ...group }) =>
      withId({ ...group, conditions: conditions.map(withId) }),
    );
    return { ...rule, rule: { ...rule.rule, groups: saved, actions: actions.map(withId) } };
  };
  const idsIn = (rule: Rule) =>
    [...JSON.stringify(rule).matchAll(/"id":(\d+)/g)].map(([, id]) => Number(id)).sort();

  it("gives mine where they changed nothing, and theirs where I changed nothing", () => {
    fc.assert(
      fc.property(versions, ([rule, mine]) => {
        const one = mergeRules(rule, mine, rule);
        const other = mergeRules(rule, rule, mine);
        expect(one.conflicts).toEqual([]);
        expect(other.conflicts).toEqual([]);
        expect(sameRule(one.rule, mine)).toBe(true);
        expect(sameRule(other.rule, mine)).toBe(true);
      }),
    );
  });

  it("takes both where mine is in the conditions and theirs in the actions and the head", () => {
    fc.assert(
      fc.property(versions, ([rule, one, other]) => {
        const mine = { ...rule, rule: { ...rule.rule, groups: one.rule.groups } };
        const theirs = { ...other, rule: { ...other.rule, groups: rule.rule.groups } };
        const merged = mergeRules(rule, mine, theirs);
        const both = { ...theirs, rule: { ...theirs.rule, groups: one.rule.groups } };
        expect(merged.conflicts).toEqual([]);
        expect(sameRule(merged.rule, both)).toBe(true);
      }),
    );
  });

  it("never throws, keeps every part once, and has no conflict with itself", () => {
    fc.assert(
      fc.property(versions, ([rule, mine, theirs]) => {
        const { rule: merged } = mergeRules(rule, mine, theirs);
        const ids = [...JSON.stringify(merged).matchAll(/"id":(\d+)/g)].map(([, id]) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(mergeRules(rule, mine, mine).conflicts).toEqual([]);
      }),
    );
  });

  it("gives the stored version where mine was stored, and its answer lost, before they changed something", () => {
    fc.assert(
      fc.property(versions, ([rule, mine]) => {
        const theirs = { ...stored(mine), name: "theirs" };
        const merged = mergeRules(rule, mine, theirs);
        expect(merged.conflicts).toEqual([]);
        expect(sameRule(merged.rule, theirs)).toBe(true);
        expect(idsIn(merged.rule)).toEqual(idsIn(theirs));
      }),
    );
  });

  it("changes none of the three versions", () => {
    fc.assert(
      fc.property(versions, ([rule, mine, theirs]) => {
        const before = JSON.stringify([rule, mine, theirs]);
        mergeRules(rule, mine, theirs);
        expect(JSON.stringify([rule, mine, theirs])).toBe(before);
      }),
    );
  });
});
