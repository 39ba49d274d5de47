import type { Wording } from "#rules/describe-operands.ts";
import { capital } from "#rules/shown-text.ts";
import {
  fieldLabel,
  fieldValueWords,
  placeWords,
  describeSubject,
  describeContent,
} from "./diff-rules.ts";
import type { FlatPart, FlatRule } from "./flat-rule.ts";
import { namesIn } from "./flat-rule.ts";
import type { MergeConflict, ThreeVersions } from "./merge-rules.ts";

/** A conflict as the user resolves it. */
export interface ConflictWords {
  readonly subject: string;
  /** The value before both changes. */
  readonly was: string;
  readonly theirs: string;
  readonly mine: string;
}

const orderWords = (flat: FlatRule, { id, slot }: MergeConflict, wording: Wording): string =>
  namesIn(flat.get(id), slot ?? "groups")
    .slice(0, 6)
    .flatMap((name) => flat.get(name) ?? [])
    .map((part) => describeContent(part, wording))
    .join("; ");

/** The text of each kind of conflict in one of the versions. */
const readings: Readonly<
  Record<
    MergeConflict["kind"],
    (flat: FlatRule, conflict: MergeConflict, wording: Wording) => string
  >
> = {
  changed: (flat, { id, field }, wording) => {
    const part = flat.get(id);
    if (!part) return "not there";
    if (field === undefined) return describeContent(part, wording);
    return fieldValueWords(
      field,
      (part.tree as unknown as Record<string, unknown>)[field],
      wording,
    );
  },
  "removed by me": (flat, { id }, wording) => presentWords(flat.get(id), wording),
  "removed by them": (flat, { id }, wording) => presentWords(flat.get(id), wording),
  moved: (flat, { id }, wording) => {
    const part = flat.get(id);
    return part ? placeWords(part, flat, wording) : "not there";
  },
  order: orderWords,
};

const presentWords = (part: FlatPart | undefined, wording: Wording): string =>
  part ? `kept: ${describeContent(part, wording)}` : "removed";

/** Describes a conflict. */
export const conflictWords = (
  conflict: MergeConflict,
  { base, mine, theirs }: ThreeVersions,
  wording: Wording,
): ConflictWords => {
  const flat = [mine, theirs, base].find((version) => version.has(conflict.id)) ?? base;
  const part = flat.get(conflict.id);
  const whole = part ? capital(describeSubject(part, flat, wording)) : "A part";
  const own = conflict.id === "head" || conflict.id === "root";
  const read = (version: FlatRule) => readings[conflict.kind](version, conflict, wording);
  const label = conflict.field && fieldLabel(conflict.field);
  const subjects: Readonly<Record<MergeConflict["kind"], string>> = {
    changed: label ? capital(own ? label : `${label} of ${whole.toLowerCase()}`) : whole,
    "removed by me": `${whole}: you removed it, they changed it`,
    "removed by them": `${whole}: they removed it, you changed it`,
    moved: `Place of ${part ? describeContent(part, wording) : "a part"}`,
    order: `Order within ${own ? "the rule" : whole.toLowerCase()}`,
  };
  return {
    subject: subjects[conflict.kind],
    was: read(base).replace(/^kept: /, ""),
    theirs: read(theirs),
    mine: read(mine),
  };
};
