import type { Finding } from "#rules/analysis/finding.ts";
import { bothBits, countBits, withoutBits } from "#rules/bit-columns.ts";
import { compareDecimals, parseDecimal } from "#rules/decimal.ts";
import { lineFinder } from "#rules/evaluation-context.ts";
import { type FieldScope, listElements, placeIn, sameValue, valueAt } from "#rules/field-values.ts";
import { judgeCondition } from "#rules/judge-condition.ts";
import { isRecord, toText } from "#rules/read-value.ts";
import { createTable, type RecordTable } from "#rules/record-table.ts";
import { findInheritedType } from "#rules/rule-catalogue.ts";
import { runAllColumns, runColumns } from "#rules/run-columns.ts";
import { judgeRule } from "#rules/run-rule.ts";
import type {
  RunnableAction,
  RunnableCondition,
  RunnableGroup,
  RunnableMappingRule,
  RunnableWorkflowRule,
} from "#rules/rule-parts.ts";

/* Checks a finding record by record, by running the engine: none of this uses the analysis. */

const isCondition = (part: object): part is RunnableCondition =>
  !("conditions" in part) && !("name" in part);

/** Equal, or two spellings of one number. */
const sameOutcome = (one: unknown, other: unknown): boolean => {
  if (sameValue(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, at) => sameOutcome(item, other[at]));
  if (isRecord(one) && isRecord(other))
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) =>
      sameOutcome(one[key], other[key]),
    );
  const [a, b] = [parseDecimal(one), parseDecimal(other)];
  return a !== undefined && b !== undefined && compareDecimals(a, b) === 0;
};

const withoutPart = <T>(tree: T, part: object): T => {
  if (Array.isArray(tree))
    return tree.filter((item) => item !== part).map((item) => withoutPart(item, part)) as T;
  if (!isRecord(tree)) return tree;
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [key, withoutPart(value, part)]),
  ) as T;
};

interface Checked {
  /** The rules in rank order, as they were analyzed, and their records. */
  readonly rules: readonly RunnableMappingRule[];
  readonly table: RecordTable;
}

/** The records on which a rule's conditions are judged. */
const startOf = ({ rule }: Finding, { rules, table }: Checked): RecordTable =>
  (rule.useOriginalInputValue
    ? undefined
    : runAllColumns(rules, table).starts[rules.indexOf(rule)]) ?? table;

/** All texts and numbers in a value, and the names of its entries. */
const leaves = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(leaves);
  return isRecord(value)
    ? Object.values(value).flatMap(leaves)
    : [toText(value)?.trim() ?? []].flat();
};

/** Why a finding that is proved is wrong on some records; nothing if it is not. */
const refuteProof = ({ kind, part, others, rule }: Finding, table: RecordTable): string[] => {
  const { catalogue } = table.context;
  const scope: FieldScope = {
    assigned: catalogue.fields.get(rule.globalObjectFieldId ?? 0),
    inheritedType: findInheritedType(rule, catalogue),
    given: table.given,
  };
  const judge = (one: object): Uint8Array =>
    isCondition(one)
      ? judgeCondition(one, table, scope).holds
      : judgeRule(
          "conditions" in one
            ? { name: "", alwaysRun: false, groups: [one as RunnableGroup] }
            : (one as RunnableWorkflowRule),
          table,
          scope,
        ).holds;
  const named = others.map((other) => other.part);
  const fails = (bits: Uint8Array) =>
    countBits(bits) > 0 ? [`${kind} fails at ${bits.indexOf(1)}`] : [];
  const all = new Uint8Array(table.size).fill(1);
  switch (kind) {
    case "never": {
      // With a condition: both are never met together. Values that an element could have several of are left out.
      const conflict = named.find((one) => isCondition(one));
      return fails(conflict ? bothBits(judge(part), judge(conflict)) : judge(part));
    }
    case "always":
      return fails(withoutBits(all, judge(part)));
    case "implied":
    case "covered":
      return fails(
        kind === "implied"
          ? withoutBits(judge(named[0] ?? part), judge(part))
          : withoutBits(judge(part), judge(named[0] ?? part)),
      );
    case "shadowed":
      return fails(named.map(judge).reduce(withoutBits, judge(part)));
    case "overwritten": {
      const [one, other] = [rule, withoutPart(rule, part)].map((each) => runColumns(each, table));
      return Array.from({ length: table.size }, (_, at) => at).flatMap((at) =>
        sameOutcome(one?.after(at), other?.after(at)) ? [] : [`removal changes ${at}`],
      );
    }
    default:
      return [];
  }
};

/** Why a finding's record doesn't show it; nothing if it does. */
const refuteWitness = (finding: Finding, { rules, table }: Checked): string[] => {
  const { kind, part, others, rule, witness, isProved, message } = finding;
  if (witness === undefined) return isProved ? [] : ["no witness"];
  const { catalogue, mappingSets } = table.context;
  const { runs } = runAllColumns(rules, table);
  const run = runs[rules.indexOf(rule)];
  if (!run) return ["unknown rule"];
  const start = startOf(finding, { rules, table });
  const scope: FieldScope = {
    assigned: catalogue.fields.get(rule.globalObjectFieldId ?? 0),
    inheritedType: findInheritedType(rule, catalogue),
    given: table.given,
  };
  const isMet = (one: object) => run.bits(one)?.[witness] === 1;
  const meets = (one: object) =>
    judgeRule(one as RunnableWorkflowRule, start, scope).holds[witness] === 1;
  const valuesOf = (fieldId: number | null | undefined) => {
    const field = catalogue.fields.get(fieldId ?? 0);
    if (!field) return [];
    const place = placeIn(scope, field);
    const { starts: first } = start.rowsOf(place);
    return start.columnOf(place).values.slice(first[witness], first[witness + 1]);
  };
  const shows: Record<Finding["kind"], () => boolean> = {
    // A tier that no record reaches has no count.
    never: () => meets(part) && (run.count(part) ?? 0) === 0,
    always: () => false,
    implied: () => isMet(part) && others.slice(0, 1).every((other) => isMet(other.part)),
    covered: () => isMet(part) && others.every((other) => isMet(other.part)),
    shadowed: () => meets(part) && !isMet(part) && others.some((other) => isMet(other.part)),
    overwritten: () => run.changed(part)?.[witness] === 1,
    gap: () =>
      isMet(part) &&
      ((part as RunnableWorkflowRule).childRules ?? []).every((tier) => !isMet(tier)),
    writers: () => {
      const other = rules.indexOf(others[0]?.rule ?? rule);
      return (
        run.changed(part)?.[witness] === 1 &&
        runs[other]?.changed(others[0]?.part ?? part)?.[witness] === 1
      );
    },
    missed: () => {
      const action = part as RunnableAction;
      const find = lineFinder(mappingSets?.get(Number(action.value)));
      const missing = /for “([^”]*)”/.exec(message)?.[1] ?? "";
      const outer = (rule.rule?.actions ?? []).find(
        (one) => one === part || one.childActions?.includes(action),
      );
      return (
        find?.(missing) === undefined &&
        leaves(valuesOf(outer?.globalObjectFieldId)).includes(missing)
      );
    },
    unknown: () => {
      const condition = part as RunnableCondition;
      const similar = /mean “([^”]*)”/.exec(message)?.[1] ?? "";
      return leaves(valuesOf(condition.globalObjectFieldId)).includes(similar);
    },
  };
  return shows[kind]() ? [] : [`the witness ${witness} doesn't show “${message}”`];
};

/** What a finding says of all records of its table, counted. */
const refuteCounts = (finding: Finding, { rules, table }: Checked): string[] => {
  const { kind, part, rule, message } = finding;
  const run = runAllColumns(rules, table).runs[rules.indexOf(rule)];
  const start = startOf(finding, { rules, table });
  if (!run) return ["unknown rule"];
  if (kind === "shadowed" && (run.count(part) ?? 0) > 0) return ["a tier is reached"];
  if (kind !== "unknown") return [];
  const [, wrong = "", similar = "", count = ""] =
    /has “(.*)” here\. Did you mean “(.*)”, ([\d,]+)/.exec(message) ?? [];
  const field = table.context.catalogue.fields.get(
    (part as RunnableCondition).globalObjectFieldId ?? 0,
  );
  const textsOf = (record: number) =>
    listElements(start.recordAt(record), field?.objectHandle ?? "").flatMap((element) =>
      leaves(valueAt(element, field?.path ?? [])),
    );
  const all = Array.from({ length: table.size }, (_, record) => textsOf(record));
  const found = all.filter((texts) => texts.includes(similar)).length;
  return [
    ...(all.flat().includes(wrong) ? [`a record has ${wrong}`] : []),
    ...(found === Number(count.replace(",", "")) ? [] : [`${found} records have ${similar}`]),
  ];
};

/** Kinds that follow from the rule alone, whatever the records are. */
const absolute: readonly Finding["kind"][] = ["always", "implied", "covered", "overwritten"];

/** Everything that is wrong with a finding. What is proved without regard to the records also has to hold for others. */
export const refuteFinding = (
  finding: Finding,
  checked: Checked,
  others: RecordTable = createTable([], checked.table.context),
): string[] => [
  ...(finding.isProved ? refuteProof(finding, startOf(finding, checked)) : []),
  ...(finding.isProved && absolute.includes(finding.kind) ? refuteProof(finding, others) : []),
  ...refuteWitness(finding, checked),
  ...refuteCounts(finding, checked),
];
