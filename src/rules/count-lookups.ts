import { actions } from "./actions.ts";
import { parseInteger } from "./decimal.ts";
import { type EvaluationContext, type MappingLine, watchedLines } from "./evaluation-context.ts";
import { foldName } from "./fold-text.ts";
import { createTable, type RecordTable } from "./record-table.ts";
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

const recordsAtOnce = 100;

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
 * Counts what the enabled rules of some events look up in a mapping set of the table's context: each rule runs again on
 * each record, as the rules before it have left it. In steps, so that a page can pause between them.
 */
export function* countLookups(
  events: readonly (readonly RunnableMappingRule[])[],
  setId: number,
  table: RecordTable,
): Generator<void, LookupCounts> {
  const { context } = table;
  const lines = context.mappingSets?.get(setId) ?? [];
  const [found, missed] = [new Set<string>(), new Map<string, { value: string; count: number }>()];
  const inRecord = new Map<string, { value: string; isFound: boolean }>();
  const watched = watchedLines(lines, (value, isFound) => {
    if (value.trim() !== "") inRecord.set(value.trim(), { value: value.trim(), isFound });
  });
  const watching = {
    ...context,
    mappingSets: new Map([...(context.mappingSets ?? []), [setId, watched]]),
  };
  const results = new Set(lines.map(({ to }) => foldName(to)));
  const users = events.flatMap((rules) => {
    const { starts } = runAllColumns(rules, table);
    return rules.flatMap((rule, at) => {
      const start = starts[at];
      return start && looksUpIn(rule, setId, context) ? [{ rule, start }] : [];
    });
  });
  yield;
  let lookedUp = 0;
  for (let record = 0; record < table.size; record++) {
    inRecord.clear();
    for (const { rule, start } of users) {
      const original = createTable([table.recordAt(record)], watching);
      runColumns(rule, createTable([start.recordAt(record)], watching), original).after(0);
    }
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
    if (record % recordsAtOnce === recordsAtOnce - 1) yield;
  }
  return {
    of: table.size,
    lookedUp,
    unused: listUnused(lines, found),
    missed: [...missed.values()].toSorted((one, other) => other.count - one.count),
  };
}

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
