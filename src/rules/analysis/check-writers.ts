import { buildsOnValue } from "#rules/field-use.ts";
import { listRuleParts, type RunnableAction, type RunnableMappingRule } from "#rules/rule-parts.ts";
import type { Finding, FoundPart, Mend } from "./finding.ts";
import type { AnalyzedRun, AskFact, RunOf } from "./record-facts.ts";
import { type AnalysisSetting, countRecords, ruleWords } from "./rule-scope.ts";

type NamedRule = RunnableMappingRule & { readonly name?: string | null | undefined };

/** What a rule writes into a field: how many values, and with which actions. */
interface Writer {
  readonly values: number;
  readonly actions: ReadonlySet<RunnableAction>;
}

/** The values of a field that two rules write, the records of these, and one that shows it. */
interface Shared {
  readonly values: number;
  readonly records: number;
  readonly witness: number;
  /** The last action of each rule on the field in that record. */
  readonly lost: FoundPart | undefined;
  readonly winning: FoundPart | undefined;
}

interface Writers {
  /** By rule, and the id of the field. */
  readonly of: ReadonlyMap<NamedRule, ReadonlyMap<number, Writer>>;
  /** By `sharedKey`. */
  readonly shared: ReadonlyMap<string, Shared>;
}

const sharedKey = (earlier: number, later: number, fieldId: number): string =>
  `${earlier} ${later} ${fieldId}`;

const findActions = (
  rule: NamedRule,
  fieldId: number,
  { context: { catalogue } }: AnalysisSetting,
): RunnableAction[] =>
  (rule.rule ? listRuleParts(rule.rule) : []).flatMap(({ kind, part }) => {
    if (kind !== "action") return [];
    const field = catalogue.fields.get(part.globalObjectFieldId ?? 0);
    const id = field?.dataType === "inherited" ? rule.globalObjectFieldId : field?.id;
    return id === fieldId ? [part] : [];
  });

/** More elements than a record has. */
const mostElements = 2 ** 24;

/** The changed values of each field of a rule, as numbers of record and element. */
const findCells = ({ run }: AnalyzedRun): ReadonlyMap<number, ReadonlySet<number>> =>
  new Map(
    run.changedValues().map(({ field, records, elements }) => {
      const cells = new Set<number>();
      for (let at = 0; at < records.length; at++)
        cells.add((records[at] ?? 0) * mostElements + (elements[at] ?? 0));
      return [field.id, cells];
    }),
  );

const findWriters = (
  rules: readonly NamedRule[],
  setting: AnalysisSetting,
  runOf: RunOf,
  first: number,
): Writers => {
  const found = rules.map((rule) => {
    const on = runOf(rule);
    return { rule, on, cells: on ? findCells(on) : new Map<number, ReadonlySet<number>>() };
  });
  const lastAction = ({ rule, on }: (typeof found)[number], id: number, record: number) => {
    const part = findActions(rule, id, setting).findLast(
      (action) => on?.run.changed(action)?.[record] === 1,
    );
    return part && { rule, part };
  };
  const shared = new Map<string, Shared>();
  for (const [at, earlier] of found.entries())
    for (const [next, later] of found.entries())
      for (const [id, cells] of next > at ? later.cells : []) {
        const before = earlier.cells.get(id);
        if (!before) continue;
        const both = [...cells].filter((cell) => before.has(cell));
        const records = new Set(both.map((cell) => Math.floor(cell / mostElements)));
        const [record] = records;
        if (record === undefined) continue;
        shared.set(sharedKey(at, next, id), {
          values: both.length,
          records: records.size,
          witness: first + record,
          lost: lastAction(earlier, id, record),
          winning: lastAction(later, id, record),
        });
      }
  const of = new Map(
    found.map(({ rule, on, cells }) => [
      rule,
      new Map(
        [...cells].map(([id, { size }]) => {
          const changing = findActions(rule, id, setting).filter(
            (action) => (on?.run.changedCount(action) ?? 0) > 0,
          );
          return [id, { values: size, actions: new Set(changing) }];
        }),
      ),
    ]),
  );
  return { of, shared };
};

const joinFields = (
  one: ReadonlyMap<number, Writer>,
  next: ReadonlyMap<number, Writer>,
): ReadonlyMap<number, Writer> => {
  const joined = new Map(one);
  for (const [id, { values, actions }] of next) {
    const known = joined.get(id);
    joined.set(id, {
      values: (known?.values ?? 0) + values,
      actions: new Set([...(known?.actions ?? []), ...actions]),
    });
  }
  return joined;
};

const joinWriters = (one: Writers, next: Writers): Writers => {
  const shared = new Map(one.shared);
  for (const [key, more] of next.shared) {
    const known = shared.get(key);
    const { values, records } = known ?? { values: 0, records: 0 };
    shared.set(key, {
      ...(known ?? more),
      values: values + more.values,
      records: records + more.records,
    });
  }
  const none = new Map<number, Writer>();
  const of = new Map(
    [...one.of].map(([rule, fields]) => [rule, joinFields(fields, next.of.get(rule) ?? none)]),
  );
  return { of, shared };
};

const nameOf = ({ name, rule }: NamedRule): string => ruleWords({ name: name || rule?.name });

interface Compared {
  readonly earlier: NamedRule;
  readonly later: NamedRule;
  readonly fieldId: number;
  readonly both: Shared;
}

/** Both findings of two rules that set a field of the same elements; none if that is on purpose, or doesn't happen. */
const compareWriters = (
  { earlier, later, fieldId, both }: Compared,
  { of }: Writers,
  setting: AnalysisSetting,
): Finding[] => {
  const [before, after] = [earlier, later].map((rule) => of.get(rule)?.get(fieldId));
  const { values, records, witness, lost, winning } = both;
  if (!before || !after || !lost || !winning) return [];
  // A later rule that sets only some of the values makes exceptions.
  if (values === after.values && values < before.values) return [];
  if (buildsOnValue(later, fieldId, setting.context.catalogue)) return [];
  const name = setting.context.catalogue.fields.get(fieldId)?.label ?? "value";
  const count = countRecords(records, setting);
  // Without an action that has no effect, or sets nothing but what the other rule set, one rule is left.
  const removal = (writer: Writer, { part }: FoundPart): Mend | undefined =>
    writer.actions.size === 1 && values === writer.values
      ? { kind: "remove", part, label: "Remove action" }
      : undefined;
  const shared = { kind: "writers", isProved: false, witness } as const;
  const all = values === before.values ? ", all that this changes" : "";
  return [
    {
      ...shared,
      ...lost,
      others: [winning],
      message: `${nameOf(later)} runs later and replaces the ${name} set here: ${count}${all}.`,
      mend: removal(before, lost),
    },
    {
      ...shared,
      ...winning,
      others: [lost],
      message: `Replaces the ${name} that ${nameOf(earlier)} sets before: ${count}.`,
      mend: removal(after, winning),
      isRepeated: true,
    },
  ];
};

/** Rules, in their order, that set the same field, where the later one doesn't use the value. */
export const checkWriters = (
  rules: readonly NamedRule[],
  setting: AnalysisSetting,
  ask: AskFact,
): Finding[] => {
  const writers = ask("writers", [], {
    find: (runOf, first) => findWriters(rules, setting, runOf, first),
    join: joinWriters,
  });
  if (!writers) return [];
  return rules.flatMap((earlier, at) =>
    [...(writers.of.get(earlier)?.keys() ?? [])].flatMap((fieldId) => {
      for (const [next, later] of rules.entries()) {
        const both = writers.shared.get(sharedKey(at, next, fieldId));
        const found = both
          ? compareWriters({ earlier, later, fieldId, both }, writers, setting)
          : [];
        // What a third rule does to the field is a matter between the last two.
        if (found.length > 0) return found;
      }
      return [];
    }),
  );
};
