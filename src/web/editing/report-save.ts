import { formatCount } from "#web/base/format.ts";
import { notify } from "#web/kit/notify.ts";
import type { PhaseKind } from "./editing-plan.ts";

const whys: Readonly<Partial<Record<PhaseKind, string>>> = {
  reading: "Saving your changes",
  holding: "Saving your changes",
  sending: "Saving your changes",
  unknown: "Check the status of the last save first",
  waiting: "Waiting to be sent",
  conflict: "Resolve the conflict first",
};

/** Explains why saving is not possible now; undefined if it is. */
export const whyNotSaved = (
  kind: PhaseKind,
  dirty: boolean,
  problems: number,
): string | undefined => {
  if (kind in whys) return whys[kind];
  // An empty form always has problems; they are hidden until a person types something.
  if (!dirty) return "No unsaved changes";
  return problems > 0 ? `Correct ${formatCount(problems, "field")} first` : undefined;
};

/** Notifies the person of a completed save. `found`: its answer was lost, and a check found the changes. */
export const notifySaved = (words: string, found: boolean): void =>
  notify(found ? "Changes saved" : words);
