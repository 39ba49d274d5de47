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
  if (problems > 0) return `${counted(problems, "field")} cannot be sent as typed.`;
  return dirty ? undefined : "Nothing is changed yet.";
};
