import type { Issue } from "#contract/errors.ts";
import { compareDecimals, parseDecimal, parseInteger } from "#rules/decimal.ts";
import { parseFormula } from "#rules/formula.ts";
import { parseTime } from "#rules/iso-time.ts";
import {
  isMoment,
  isTimeUnit,
  type OperandKind,
  operandKinds,
  parseList,
  parseValues,
  usableOperand,
} from "#rules/operands.ts";
import { readings } from "#rules/read-value.ts";
import type { Slot, PartKey } from "./part.ts";
import { headKey } from "./part.ts";
import { eventHasObject } from "./choices.ts";
import type { RuleScope, OperandField, PartOperand } from "./operand-specs.ts";
import { workflowIndex } from "./workflow.ts";
import type { DraftTrees } from "./draft-rule.ts";

/** A problem of a part, in words. */
export interface PartProblem {
  readonly message: string;
  /**
   * The field of the part's data that has the problem (`condition`, `globalObjectFieldId`), or the list that lacks a
   * part.
   */
  readonly field: string | Slot | undefined;
  /** An error prevents saving; a warning does not. */
  readonly kind: "error" | "warning";
  /** From this browser's own check, or from the API's answer to the last save. */
  readonly from: "check" | "api";
}

type Found = Pick<PartProblem, "kind" | "message"> | undefined;

/**
 * The warning for an id that the catalogue does not have. The id came with the rule, and the API may know it although
 * this console does not: it is kept, and the API decides. Where the catalogue has no such records at all, the screen
 * says so once.
 */
export const unknownId = (
  noun: string,
  id: number,
  known: { readonly has: (id: number) => boolean; readonly size: number },
): Found =>
  known.size === 0 || known.has(id)
    ? undefined
    : {
        kind: "warning",
        message: `${noun} ${id} is unknown here. It is kept unless you select another.`,
      };

/** The reason why a rule cannot use a field, in words. */
export const fieldFault = (scope: RuleScope, fieldId: number): Found => {
  const { fields, events } = workflowIndex(scope.workflow);
  const field = fields.get(fieldId);
  if (!field) return unknownId("Field", fieldId, fields);
  if (eventHasObject(scope, field.globalObjectId)) return undefined;
  const event = events.get(scope.draft.part(headKey, "head")?.data.eventId ?? 0);
  return {
    kind: "error",
    message: `“${field.name}” isn't part of the event “${event?.name ?? ""}”. Select another field.`,
  };
};

export const problem = (
  kind: PartProblem["kind"],
  field: PartProblem["field"],
  message: string,
): PartProblem => ({ kind, field, message, from: "check" });

/** What was found, as a problem of a field. */
export const problemAt = (field: PartProblem["field"], found: Found): PartProblem[] =>
  found ? [problem(found.kind, field, found.message)] : [];

/** The warning where something is so. */
export const warnIf = (isSo: boolean, field: string, message: string): PartProblem[] =>
  isSo ? [problem("warning", field, message)] : [];

/** The problems of the field that a condition or an action names. */
export const fieldProblems = (scope: RuleScope, fieldId: number): readonly PartProblem[] =>
  fieldId
    ? problemAt("globalObjectFieldId", fieldFault(scope, fieldId))
    : [problem("error", "globalObjectFieldId", "Select a field")];

/** The longest part of an operand that a message repeats. */
const shownLength = 40;

/** The user's text in quotation marks; only the start of a long text. */
const quoted = (text: string): string =>
  `“${text.length > shownLength ? `${text.slice(0, shownLength)}…` : text}”`;

/** A text as a message at a field: one sentence alone has no period, several have theirs. */
export const withoutPeriod = (text: string): string =>
  /[.!?] /.test(text) ? text : text.replace(/\.$/, "");

/** Empty text is a text: comparing with it is unusual, and only a warning. */
const mayBeEmpty: ReadonlySet<OperandKind> = new Set<OperandKind>(["text", "separator"]);

/** `unit` is the unit of a length of time. */
type Check = (text: string, operand: PartOperand, scope: RuleScope, unit: string) => Found;

const error = (message: string): Found => ({ message, kind: "error" });
const warning = (message: string): Found => ({ message, kind: "warning" });

/** What a comparator or an action can't use is an error. */
const usable: Check = (text, operand) => {
  const { noun, fits } = usableOperand(operand) ?? {};
  return noun === undefined || fits?.(text) ? undefined : error(`${quoted(text)} isn't ${noun}`);
};

/** What people write that no handle reads as a number: a sign of percent or money, separators of thousands. */
const nearlyNumber = /^[^\p{L}]*\d[^\p{L}]*$/u;

const number: Check = (text) => {
  if (parseDecimal(text) !== undefined) return undefined;
  const hint = nearlyNumber.test(text)
    ? ". Enter digits and a decimal point only, like 1234.50."
    : "";
  return error(`${quoted(text)} isn't a number${hint}`);
};

const whole: Check = (text, ...rest) => {
  const problem = number(text, ...rest);
  if (problem || parseInteger(text) !== undefined) return problem;
  return warning(`${quoted(text)} isn't a whole number`);
};

const formula: Check = (text, _operand, { workflow }) => {
  const read = parseFormula(text);
  if ("problem" in read) {
    return error(
      read.at < text.length
        ? `${read.problem} See character ${read.at + 1}.`
        : withoutPeriod(read.problem),
    );
  }
  const unknown = read.steps.find(
    (step) => step.kind === "field" && !workflow.catalogue.fieldsByReference.has(step.reference),
  );
  // Without any field names, the check is not possible.
  return unknown?.kind === "field" && workflow.catalogue.fieldsByReference.size > 0
    ? error(`There is no field {${unknown.reference}}. Select one from the list.`)
    : undefined;
};

/** A condition may have several options, an action has one. */
const option: Check = (text, { kind, field, options }) => {
  const chosen = field.startsWith("condition") ? parseValues(text) : [text];
  if (chosen.length === 0) return error(withoutPeriod(operandKinds[kind].request));
  const unknown = options && chosen.find((value) => !options.has(value.trim()));
  return unknown === undefined
    ? undefined
    : warning(`${quoted(unknown)} isn't one of the field's options`);
};

const date: Check = (text) =>
  parseTime(text) === undefined
    ? error(`${quoted(text)} isn't a date. Enter it like 2026-01-31.`)
    : undefined;

const isNegative = (text: string): boolean => compareDecimals(parseDecimal(text) ?? 0, 0) < 0;
const ago = (text: string): string =>
  `${quoted(text)} is negative. Enter how long ago it was, like ${text.trim().slice(1)}.`;

/** A year, or a date without hyphens: 2026, 20260131. */
const isDateLike = (text: string): boolean =>
  /^(19|20|21)\d\d$/.test(text) ||
  parseTime(text.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3")) !== undefined;

/** A number counts days before now, which is rarely meant by one that looks like a date. */
const moment: Check = (text, ...rest) => {
  if (parseTime(text) !== undefined) return undefined;
  if (isNegative(text)) return error(ago(text));
  if (!isMoment(text)) return date(text, ...rest);
  return isDateLike(text.trim())
    ? warning(
        `${quoted(text)} is an amount of time before now, not a date. Enter a date like 2026-01-31.`,
      )
    : undefined;
};

const duration: Check = (text, operand, scope, unit) => {
  if (isNegative(text)) return error(ago(text));
  if (!isMoment(text)) return number(text, operand, scope, unit);
  return isMoment(text, unit) ? undefined : error("Months and years must be whole numbers");
};

const otherField: Check = (text, _operand, scope) => {
  const id = parseInteger(text);
  if (id === undefined) return error(`${quoted(text)} isn't a field. Select one.`);
  return fieldFault(scope, id);
};

const mappingSet: Check = (text, _operand, { workflow: { hasMoreSets, mappingSetNames } }) => {
  const id = parseInteger(text) ?? 0;
  if (id < 1) return error("Select a mapping set");
  return hasMoreSets || mappingSetNames.size === 0 || mappingSetNames.has(id)
    ? undefined
    : warning(`There is no mapping set ${id}. Select another.`);
};

/** The checks of an operand that has a value, by its kind. */
const checks: Partial<Record<OperandKind, Check>> = {
  number,
  percent: number,
  integer: whole,
  date,
  moment,
  duration,
  unit: (text) =>
    isTimeUnit(text) ? undefined : error(`${quoted(text)} isn't a unit of time. Select one.`),
  boolean: (text) => (readings.boolean(text) === undefined ? error("Select yes or no") : undefined),
  list: (text) => (parseList(text).length === 0 ? error("Enter at least one value") : undefined),
  option,
  formula,
  field: otherField,
  mappingSet,
};

const found: Check = (text, operand, scope, unit) => {
  const check = (!operand.usable && checks[operand.kind]) || usable;
  if (text.trim() !== "") return check(text, operand, scope, unit);
  // Spaces are a valid text.
  if (mayBeEmpty.has(operand.kind) && text !== "") return undefined;
  if (operand.whenEmpty !== undefined) return undefined;
  const request = withoutPeriod(operandKinds[operand.kind].request);
  return mayBeEmpty.has(operand.kind) ? warning(request) : error(request);
};

/** The problem of one operand of a part. */
export const operandProblem = (
  scope: RuleScope,
  operand: PartOperand,
  text: string | null | undefined,
  unit: string | null = "",
): Found => found(text ?? "", operand, scope, unit ?? "");

/** The problems of all operands of a part. */
export const operandProblems = <F extends OperandField>(
  scope: RuleScope,
  operands: readonly PartOperand<F>[],
  texts: { readonly [field in F]?: string | null | undefined },
): PartProblem[] => {
  const unit = operands.find(({ kind }) => kind === "unit");
  return operands.flatMap((operand) => {
    const problem = operandProblem(scope, operand, texts[operand.field], unit && texts[unit.field]);
    return problemAt(operand.field, problem);
  });
};

const inside = (tree: unknown, step: string): unknown =>
  typeof tree === "object" && tree !== null && Object.hasOwn(tree, step)
    ? (tree as Readonly<Record<string, unknown>>)[step]
    : undefined;

/**
 * Finds the row that an issue's path names: `rule.groups.0.conditions.2.condition` is the field `condition` of that
 * condition. It walks the tree that was sent, so rows are found although they have moved since. A path that leads
 * nowhere belongs to the last part found on the way, in the end to the mapping rule itself.
 */
export const findIssuePlace = (
  path: string,
  sent: object,
  trees: Pick<DraftTrees, "keyOf">,
): { readonly key: PartKey; readonly field: string | undefined } => {
  let [tree, key, field]: [unknown, PartKey, string | undefined] = [sent, headKey, undefined];
  for (const step of path.split(".").filter((one) => one !== "")) {
    tree = inside(tree, step);
    const found = typeof tree === "object" && tree !== null ? trees.keyOf(tree) : undefined;
    if (found === undefined) field ??= /^\d+$/.test(step) ? undefined : step;
    else [key, field] = [found, undefined];
  }
  return { key, field };
};

/** Groups the API's answer to a save by the parts it names. */
export const apiProblemsByPart = (
  issues: readonly Issue[],
  sent: object,
  trees: Pick<DraftTrees, "keyOf">,
): ReadonlyMap<PartKey, readonly PartProblem[]> => {
  const problems = new Map<PartKey, PartProblem[]>();
  for (const { path, message } of issues) {
    const { key, field } = findIssuePlace(path, sent, trees);
    const known = problems.get(key) ?? [];
    known.push({ message, field, kind: "error", from: "api" });
    problems.set(key, known);
  }
  return problems;
};
