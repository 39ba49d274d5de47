import { inRankOrder } from "#contract/rank-order.ts";
import { actions } from "#rules/actions.ts";
import { lineFinder } from "#rules/evaluation-context.ts";
import { overlap } from "#rules/field-values.ts";
import { foldName } from "#rules/fold-text.ts";
import { pickEntries } from "#rules/named-entries.ts";
import { parseInteger } from "#rules/decimal.ts";
import { readings, toText } from "#rules/read-value.ts";
import { findAction } from "#rules/rule-catalogue.ts";
import { judgeRule } from "#rules/run-rule.ts";
import type { RunnableAction, RunnableWorkflowRule } from "#rules/rule-parts.ts";
import type { AnalyzedRun } from "./record-facts.ts";
import { countRecords, inQuotes, type RuleScope } from "./rule-scope.ts";

/** An action that looks values up, and the values that it looks up in a field's value. */
interface Lookup {
  readonly part: RunnableAction;
  readonly read: (value: unknown) => readonly unknown[];
}

/** The look-up of an action, or of the first action on the entries that it picks. */
const findLookup = (
  { context: { catalogue } }: RuleScope,
  action: RunnableAction,
): Lookup | undefined => {
  const entry = findAction(action, catalogue);
  if (entry === actions.mapping_set) return { part: action, read: (value) => [value].flat() };
  const [first] = inRankOrder(action.childActions ?? []);
  if (!entry?.picksEntry || !first || (action.value2 ?? "") !== "") return undefined;
  if (findAction(first, catalogue) !== actions.mapping_set) return undefined;
  const pick = pickEntries(action.value ?? "");
  return {
    part: first,
    read: (value) => pick(readings.entries(value) ?? []).map((picked) => picked.value),
  };
};

/** The values that a mapping set knows, and the others, with the number of their records and the first of these. */
interface LookedUp {
  readonly found: ReadonlySet<string>;
  readonly missed: ReadonlyMap<string, { readonly records: number; readonly first: number }>;
}

const joinLookedUp = (one: LookedUp, next: LookedUp): LookedUp => {
  const missed = new Map(one.missed);
  for (const [text, more] of next.missed) {
    const { records, first } = missed.get(text) ?? { records: 0, first: more.first };
    missed.set(text, { records: records + more.records, first });
  }
  return { found: new Set([...one.found, ...next.found]), missed };
};

/** Values that a look-up misses, although its mapping set knows most of the others. */
const checkLookup = (
  scope: RuleScope,
  rule: RunnableWorkflowRule,
  action: RunnableAction,
  { part, read }: Lookup,
): void => {
  const { context, placeOf } = scope;
  const place = placeOf(action.globalObjectFieldId);
  const id = parseInteger(part.value ?? "") ?? 0;
  const lines = context.mappingSets?.get(id);
  const find = lineFinder(lines);
  if (!place || !lines || !find) return;
  const results = new Set(lines.map(({ to }) => foldName(to)));
  const lookUp = ({ run, table }: AnalyzedRun, firstRecord: number): LookedUp | undefined => {
    const reached = run.bits(rule);
    if (!reached) return undefined;
    const [rows, { values }] = [table.rowsOf(place), table.columnOf(place)];
    const owners = rows.owners();
    const elements =
      action.applyToMatchedOnly && !rule.alwaysRun
        ? judgeRule(rule, table, scope.scope).elements(place)
        : undefined;
    const [found, missed] = [new Set<string>(), new Map<string, Set<number>>()];
    for (let element = 0; element < values.length; element++) {
      const record = owners[element] ?? 0;
      if (reached[record] !== 1 || elements?.[element] === 0) continue;
      for (const value of read(values[element])) {
        const text = toText(value)?.trim() ?? "";
        if (text === "" || results.has(foldName(text))) continue;
        if (find(text) !== undefined) found.add(foldName(text));
        else missed.set(text, (missed.get(text) ?? new Set()).add(record));
      }
    }
    return {
      found,
      missed: new Map(
        [...missed].map(([text, records]) => [
          text,
          { records: records.size, first: firstRecord + ([...records][0] ?? 0) },
        ]),
      ),
    };
  };
  const looked = scope.ask("look-up", [part], lookUp, joinLookedUp);
  if (!looked) return;
  const { found, missed } = looked;
  // A set that knows few of the values lists exceptions.
  if (missed.size === 0 || found.size < 2 || missed.size > found.size) return;
  const [[text, { records, first }] = ["", { records: 0, first: 0 }], ...others] = [
    ...missed,
  ].toSorted(([, one], [, other]) => other.records - one.records);
  const name = scope.wording.mappingSetNames?.get(id);
  const more = others.length > 0 ? `, and none for ${others.length} more` : "";
  scope.add({
    kind: "missed",
    part,
    message: `${name === undefined ? "The mapping set" : inQuotes(name)} has no entry for ${inQuotes(text)}, which ${countRecords(records, scope)} ${records === 1 ? "has" : "have"}${more}.`,
    isProved: false,
    witness: first,
  });
};

/** Look-ups of the rule's own actions whose values no earlier action of the rule has changed. */
export const checkLookups = (scope: RuleScope): void => {
  const { rule } = scope.rule;
  if (!rule || scope.rule.useOriginalInputValue) return;
  const before: (typeof scope.written)[number][] = [];
  for (const action of inRankOrder(rule.actions ?? [])) {
    const place = scope.placeOf(action.globalObjectFieldId);
    const lookup = findLookup(scope, action);
    const isFirst = place && !before.some((written) => overlap(written, place));
    if (lookup && isFirst) checkLookup(scope, rule, action, lookup);
    // Spaces and case make no difference in a mapping set.
    const entry = findAction(action, scope.context.catalogue);
    const spells =
      entry === actions.trim || entry === actions.uppercase || entry === actions.lowercase;
    if (place && !spells) before.push(place);
  }
};
