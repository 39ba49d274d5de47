import { buildsOnValue } from "#rules/field-use.ts";
import type { ColumnRun } from "#rules/run-columns.ts";
import { listRuleParts, type RunnableAction, type RunnableMappingRule } from "#rules/rule-parts.ts";
import type { Finding, FoundPart, Mend } from "./finding.ts";
import { type AnalysisSetting, countRecords, ruleWords } from "./rule-scope.ts";

/** A rule in the order of an event, with its run on the results of the rules before. */
export interface OrderedRule {
  readonly rule: RunnableMappingRule & { readonly name?: string | null | undefined };
  readonly run: ColumnRun;
}

/** The values of a field that a rule changes. */
interface Writer extends OrderedRule {
  /** By record and element. */
  readonly cells: ReadonlySet<string>;
  readonly actions: readonly RunnableAction[];
}

const findActions = (
  { rule, run }: OrderedRule,
  fieldId: number,
  { context: { catalogue } }: AnalysisSetting,
): RunnableAction[] =>
  (rule.rule ? listRuleParts(rule.rule) : []).flatMap(({ kind, part }) => {
    if (kind !== "action" || (run.changedCount(part) ?? 0) === 0) return [];
    const field = catalogue.fields.get(part.globalObjectFieldId ?? 0);
    const id = field?.dataType === "inherited" ? rule.globalObjectFieldId : field?.id;
    return id === fieldId ? [part] : [];
  });

/** What each rule writes, by the ids of fields. */
const findWriters = (ordered: OrderedRule, setting: AnalysisSetting): ReadonlyMap<number, Writer> =>
  new Map(
    ordered.run.changedValues().map(({ field, records, elements }) => [
      field.id,
      {
        ...ordered,
        cells: new Set(Array.from(records, (record, at) => `${record} ${elements[at]}`)),
        actions: findActions(ordered, field.id, setting),
      },
    ]),
  );

const nameOf = ({ rule }: OrderedRule): string => ruleWords({ name: rule.name || rule.rule?.name });

/** A rule's last action on a field that changed a record. */
const findAction = ({ rule, actions, run }: Writer, record: number): FoundPart | undefined => {
  const part = actions.findLast((action) => run.changed(action)?.[record] === 1);
  return part && { rule, part };
};

/** Both findings of two rules that set a field of the same elements; none if that is on purpose, or doesn't happen. */
const compareWriters = (
  earlier: Writer,
  later: Writer,
  fieldId: number,
  setting: AnalysisSetting,
): Finding[] => {
  const both = [...later.cells].filter((cell) => earlier.cells.has(cell));
  // A later rule that sets only some of the values makes exceptions.
  if (both.length === later.cells.size && both.length < earlier.cells.size) return [];
  const records = new Set(both.map((cell) => Number.parseInt(cell, 10)));
  const [witness] = records;
  if (witness === undefined || buildsOnValue(later.rule, fieldId, setting.context.catalogue))
    return [];
  const [lost, winning] = [earlier, later].map((writer) => findAction(writer, witness));
  if (!lost || !winning) return [];
  const name = setting.context.catalogue.fields.get(fieldId)?.label ?? "value";
  const count = countRecords(records.size, setting);
  // Without an action that has no effect, or sets nothing but what the other rule set, one rule is left.
  const removal = ({ actions, cells }: Writer, { part }: FoundPart): Mend | undefined =>
    actions.length === 1 && both.length === cells.size
      ? { kind: "remove", part, label: "Remove action" }
      : undefined;
  const shared = { kind: "writers", isProved: false, witness } as const;
  const all = both.length === earlier.cells.size ? ", all that this changes" : "";
  return [
    {
      ...shared,
      ...lost,
      others: [winning],
      message: `${nameOf(later)} runs later and replaces the ${name} set here: ${count}${all}.`,
      mend: removal(earlier, lost),
    },
    {
      ...shared,
      ...winning,
      others: [lost],
      message: `Replaces the ${name} that ${nameOf(earlier)} sets before: ${count}.`,
      mend: removal(later, winning),
      isRepeated: true,
    },
  ];
};

/** Rules that set the same field, where the later one doesn't use the value. */
export const checkWriters = (
  rules: readonly OrderedRule[],
  setting: AnalysisSetting,
): Finding[] => {
  const writers = rules.map((rule) => findWriters(rule, setting));
  return writers.flatMap((fields, at) =>
    [...fields].flatMap(([id, earlier]) => {
      for (const laterFields of writers.slice(at + 1)) {
        const later = laterFields.get(id);
        const found = later ? compareWriters(earlier, later, id, setting) : [];
        // What a third rule does to the field is a matter between the last two.
        if (found.length > 0) return found;
      }
      return [];
    }),
  );
};
