import { actions } from "./actions.ts";
import { parseInteger } from "./decimal.ts";
import { type EvaluationContext, type MappingLine, watchedLines } from "./evaluation-context.ts";
import type { RuleRecord } from "./field-values.ts";
import { foldName } from "./fold-text.ts";
import { createTable } from "./record-table.ts";
import { runAllColumns, runColumns } from "./run-columns.ts";
import { findAction } from "./rule-catalogue.ts";
import { listRuleParts, type RunnableMappingRule } from "./rule-parts.ts";

/** What rules look up in a mapping set. */
export interface LookupCounts {
  /** How many records were looked at, and in how many of them a value was looked up. */
  readonly of: number;
  readonly lookedUp: number;
  /** Lines that no record needs. */
  readonly unused: readonly MappingLine[];
  /** Values without a line, with their records, the most frequent first. Results of the set need none. */
  readonly missed: readonly { readonly value: string; readonly count: number }[];
}

/** Whether an action of a rule looks values up in a mapping set. */
export const looksUpIn = (
  { rule }: RunnableMappingRule,
  setId: number,
  { catalogue }: Pick<EvaluationContext, "catalogue">,
): boolean =>
  (rule ? listRuleParts(rule) : []).some(
    ({ kind, part }) =>
      kind === "action" &&
      findAction(part, catalogue) === actions.mapping_set &&
      parseInteger(part.value ?? "") === setId,
  );

/**
 * Counts what the enabled rules of some events look up in a mapping set of the context: each rule runs again on each
 * record, as the rules before it have left it. Records come in chunks, of which none is kept.
 */
export const createLookupCounter = (
  events: readonly (readonly RunnableMappingRule[])[],
  setId: number,
  context: EvaluationContext,
) => {
  const lines = context.mappingSets?.get(setId) ?? [];
  const results = new Set(lines.map(({ to }) => foldName(to)));
  const [found, missed] = [new Set<string>(), new Map<string, { value: string; count: number }>()];
  const inRecord = new Map<string, { value: string; isFound: boolean }>();
  const watched = watchedLines(lines, (value, isFound) => {
    if (value.trim() !== "") inRecord.set(value.trim(), { value: value.trim(), isFound });
  });
  const watching = {
    ...context,
    mappingSets: new Map([...(context.mappingSets ?? []), [setId, watched]]),
  };
  let [of, lookedUp] = [0, 0];

  const note = () => {
    if (inRecord.size > 0) lookedUp += 1;
    const missedHere = new Map<string, string>();
    for (const { value, isFound } of inRecord.values())
      if (isFound) found.add(value);
      else if (!results.has(foldName(value)) && !missedHere.has(foldName(value)))
        missedHere.set(foldName(value), value);
    for (const [key, value] of missedHere) {
      const known = missed.get(key) ?? { value, count: 0 };
      missed.set(key, { ...known, count: known.count + 1 });
    }
  };
  return {
    add: (records: readonly RuleRecord[]): void => {
      const table = createTable(records, context);
      const users = events.flatMap((rules) => {
        const { runs, starts } = runAllColumns(rules, table);
        return rules.flatMap((rule, at) => {
          const start = starts[at];
          if (!start || !rule.rule || !looksUpIn(rule, setId, context)) return [];
          return [{ rule, start, matched: runs[at]?.bits(rule.rule) }];
        });
      });
      for (const [at, record] of records.entries()) {
        inRecord.clear();
        for (const { rule, start, matched } of users) {
          if (matched?.[at] !== 1) continue;
          const original = createTable([record], watching);
          runColumns(rule, createTable([start.recordAt(at)], watching), original).after(0);
        }
        note();
      }
      of += records.length;
    },
    end: (): LookupCounts => ({
      of,
      lookedUp,
      unused: listUnused(lines, found),
      missed: [...missed.values()].toSorted((one, other) => other.count - one.count),
    }),
  };
};

/** The lines that none of the values finds: of equal lines the first one is found, and exact spelling comes first. */
const listUnused = (
  lines: readonly MappingLine[],
  values: ReadonlySet<string>,
): readonly MappingLine[] => {
  const [exact, folded] = [new Map<string, MappingLine>(), new Map<string, MappingLine>()];
  for (const line of lines.toReversed()) {
    exact.set(line.from.trim(), line);
    folded.set(foldName(line.from), line);
  }
  const used = new Set([...values].map((value) => exact.get(value) ?? folded.get(foldName(value))));
  return lines.filter((line) => !used.has(line));
};
