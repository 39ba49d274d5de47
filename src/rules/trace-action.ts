import { maxNesting } from "#contract/limits.ts";
import { inRankOrder } from "#contract/rank-order.ts";
import type { ActionNote, ElementNote } from "./change-column.ts";
import type { Wording } from "./describe-operands.ts";
import { inSentence } from "./plural.ts";
import { findAction } from "./rule-catalogue.ts";
import type { RunnableAction } from "./runnable-rule.ts";
import { sameValue } from "./same-value.ts";
import type { ActionChange, ActionTrace } from "./trace.ts";

const same = "The value is unchanged.";

const changeIn = ({ element, before, change }: ElementNote): ActionChange[] =>
  "value" in change && !sameValue(before, change.value)
    ? [{ element, before, after: change.value }]
    : [];

/** Each reason once; if there are several, with the number of elements that it applies to. */
const eachOnce = (reasons: readonly string[]): string => {
  const distinct = [...new Set(reasons)];
  if (distinct.length === 1) return distinct.join("");
  const counts = distinct.map((reason) => reasons.filter((other) => other === reason).length);
  return distinct
    .map((reason, at) => `${reason.replace(/\.$/, "")} (${counts[at]} of ${reasons.length}).`)
    .join(" ");
};

/** Why an action changed nothing: each reason once. */
const whyNothing = (note: ActionNote, wording: Wording): string => {
  const reasons = note.elements.map(({ change }) => ("value" in change ? same : change.nothing));
  if (reasons.length > 0) return eachOnce(reasons);
  const { globalObjectFieldId: id } = note.part;
  const field = wording.catalogue.fields.get(id ?? 0);
  if (!field) return id ? `Field ${id} is unknown.` : "No field is selected.";
  return `There is no ${inSentence(field.objectName)}.`;
};

/** The trace of an action that was not reached, and of its child actions. */
export const idleAction = (part: RunnableAction, why: string, depth = 0): ActionTrace => ({
  part,
  changes: [],
  nothing: why,
  children:
    depth >= maxNesting
      ? []
      : inRankOrder(part.childActions ?? []).map((child) => idleAction(child, why, depth + 1)),
});

const childTraces = (note: ActionNote, wording: Wording, depth: number): ActionTrace[] => {
  const entry = findAction(note.part, wording.catalogue);
  const why = entry?.picksEntry
    ? "The action above found no entry."
    : "The action above doesn't select an entry, so this action doesn't run.";
  return inRankOrder(note.part.childActions ?? []).map((part, index) => {
    const child = note.children[index];
    return child && child.elements.length > 0
      ? traceAction(child, wording, depth + 1)
      : idleAction(part, why, depth + 1);
  });
};

/** The changes of one action, or why it changed nothing. */
export const traceAction = (note: ActionNote, wording: Wording, depth = 0): ActionTrace => {
  const changes = note.elements.flatMap(changeIn);
  return {
    part: note.part,
    changes,
    ...(changes.length === 0 && { nothing: whyNothing(note, wording) }),
    children: depth >= maxNesting ? [] : childTraces(note, wording, depth),
  };
};
