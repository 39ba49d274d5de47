import { anyBits, bothBits, countBits } from "#rules/bit-columns.ts";
import { collectFieldUse } from "#rules/field-use.ts";
import { memoized } from "#rules/lazily.ts";
import type { ColumnRun } from "#rules/run-columns.ts";
import { listRuleParts, type RunnableAction, type RunnableMappingRule } from "#rules/rule-parts.ts";
import type { Finding } from "./finding.ts";
import { type AnalysisSetting, countRecords, inQuotes } from "./rule-scope.ts";

/** A rule in the order of an event, with its run on the results of the rules before. */
export interface OrderedRule {
  readonly rule: RunnableMappingRule & { readonly name?: string | null | undefined };
  readonly run: ColumnRun;
}

/** What a rule changes in a field. */
interface Writer extends OrderedRule {
  readonly actions: readonly RunnableAction[];
  /** By record: 1 where one of the actions changed the field. */
  readonly changed: Uint8Array;
}

const findWriters = (
  { rule, run }: OrderedRule,
  setting: AnalysisSetting,
): ReadonlyMap<number, Writer> => {
  const { fields } = setting.context.catalogue;
  const byField = new Map<number, RunnableAction[]>();
  const parts = rule.rule ? listRuleParts(rule.rule) : [];
  for (const { kind, part } of parts) {
    // Actions inside others change the field of the outer one.
    if (kind !== "action" || countChanged(run, part) === 0) continue;
    const own = part.globalObjectFieldId ?? 0;
    const id = fields.get(own)?.dataType === "inherited" ? (rule.globalObjectFieldId ?? own) : own;
    byField.set(id, [...(byField.get(id) ?? []), part]);
  }
  return new Map(
    [...byField].map(([id, actions]) => [
      id,
      {
        rule,
        run,
        actions,
        changed: anyBits(
          actions.flatMap((part) => run.changed(part) ?? []),
          run.of,
        ),
      },
    ]),
  );
};

const countChanged = (run: ColumnRun, action: RunnableAction): number =>
  run.changedCount(action) ?? 0;

const nameOf = ({ name, rule }: OrderedRule["rule"]): string => {
  const words = (name ?? rule?.name ?? "").trim();
  return words === "" ? "a rule without a name" : inQuotes(words);
};

/**
 * Two rules that set the same field, where the later one doesn't use the value. It is on purpose if the later one only
 * makes exceptions from the earlier one.
 */
export const checkWriters = (
  rules: readonly OrderedRule[],
  setting: AnalysisSetting,
): Finding[] => {
  const findings: Finding[] = [];
  const { catalogue } = setting.context;
  const fieldUse = memoized((rule: RunnableMappingRule) => collectFieldUse(rule, catalogue));
  const writers = rules.map((rule) => findWriters(rule, setting));
  for (const [at, earlierFields] of writers.entries())
    for (const [id, earlier] of earlierFields)
      for (const laterFields of writers.slice(at + 1)) {
        const later = laterFields.get(id);
        if (!later) continue;
        const { reads, replaces } = fieldUse(later.rule);
        if (!replaces.has(id) || (reads.has(id) && !later.rule.useOriginalInputValue)) continue;
        const both = bothBits(earlier.changed, later.changed);
        const count = countBits(both);
        const isException =
          count === countBits(later.changed) && count < countBits(earlier.changed);
        if (count === 0 || isException) continue;
        const witness = both.indexOf(1);
        const [lost, winning] = [earlier, later].map(({ actions, run }) =>
          actions.findLast((part) => run.changed(part)?.[witness] === 1),
        );
        if (!lost || !winning) continue;
        const field = catalogue.fields.get(id)?.label ?? "value";
        const records = countRecords(count, setting);
        const isUseless = count === countBits(earlier.changed) && earlier.actions.length === 1;
        const shared = { kind: "writers", isProved: false, witness } as const;
        const [own, other] = [
          { rule: earlier.rule, part: lost },
          { rule: later.rule, part: winning },
        ];
        findings.push(
          {
            ...shared,
            ...own,
            others: [other],
            message: `${nameOf(later.rule)} runs later and replaces the ${field} set here: ${records}${isUseless ? ", all that this changes" : ""}.`,
            mend: isUseless ? { kind: "remove", part: lost, label: "Remove action" } : undefined,
          },
          {
            ...shared,
            ...other,
            others: [own],
            message: `Replaces the ${field} that ${nameOf(earlier.rule)} sets before: ${records}.`,
            isRepeated: true,
          },
        );
        // What a third rule does to it is a matter between the last two.
        break;
      }
  return findings;
};
