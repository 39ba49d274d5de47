import { counted } from "./format.ts";
import type { SaveKind } from "./save-machine.ts";

const whys: Readonly<Partial<Record<SaveKind, string>>> = {
  reading: "Being sent.",
  sending: "Being sent.",
  unknown: "First check what became of the last save.",
  conflict: "First choose between the two versions.",
};

/** Why saving does nothing just now, in words; undefined when it would send. */
export const whyNotSaved = (
  kind: SaveKind,
  dirty: boolean,
  problems: number,
): string | undefined => {
  if (kind in whys) return whys[kind];
  // A form that starts empty lacks what it needs; that is no news before something is typed.
  if (!dirty) return "Nothing is changed yet.";
  return problems > 0 ? `${counted(problems, "field")} cannot be sent as typed.` : undefined;
};
