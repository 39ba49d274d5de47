import { ApiError } from "#web/api/api-error.ts";
import type { Answer } from "#web/api/call.ts";
import type { Difference, FieldDraft } from "./field-draft.ts";
import { counted } from "./format.ts";

/** Where a form's changes stand on their way to the API. */
export type FormPhase<R, F extends string> =
  | { kind: "editing" }
  | { kind: "confirming" }
  | { kind: "sending" }
  /** The record could not be read again before sending: nothing was sent. */
  | { kind: "unread"; error: unknown }
  /** Refused: nothing was changed. */
  | { kind: "failed"; error: unknown }
  /** Sent, and nobody knows what became of it. */
  | { kind: "unknown"; error: unknown; sent: FieldDraft<F>; checking: boolean }
  /** Checked: nothing of it arrived. */
  | { kind: "lost" }
  /** The record is not what the screen showed; without `now` it is the draft that is older than the record. */
  | { kind: "conflict"; now: Answer<R> | undefined; differences: readonly Difference<F>[] };

/** What the API says about single fields, by field; `fieldOf` reads an issue's path. */
export const refusalsOf = <F extends string>(
  error: unknown,
  fieldOf: (path: string) => F | undefined,
): Partial<Record<F, string>> => {
  if (!(error instanceof ApiError)) return {};
  const pairs = error.issues.flatMap(({ path, message }) => {
    const field = fieldOf(path);
    return field === undefined ? [] : [[field, message] as const];
  });
  return Object.fromEntries(pairs) as Partial<Record<F, string>>;
};

/** Why saving does nothing just now, in words; undefined when it would send. */
export const whyNotSaved = (
  phase: FormPhase<unknown, string>["kind"],
  dirty: boolean,
  problems: number,
): string | undefined => {
  if (phase === "sending") return "Being sent.";
  if (phase === "unknown") return "First check what became of the last save.";
  if (phase === "conflict") return "First choose between the two versions.";
  if (problems > 0) return `${counted(problems, "field")} cannot be sent as typed.`;
  return dirty ? undefined : "Nothing is changed yet.";
};
