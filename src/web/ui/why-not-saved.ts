import { counted } from "./format.ts";
import type { SaveKind } from "./save-machine.ts";

const whys: Readonly<Partial<Record<SaveKind, string>>> = {
  reading: "Being sent.",
  sending: "Being sent.",
  unknown: "First check whether the last save worked.",
  conflict: "First choose between the two versions.",
};

/** Why a save is not possible at the moment, in words; undefined if it is. */
export const whyNotSaved = (
  kind: SaveKind,
  dirty: boolean,
  problems: number,
): string | undefined => {
  if (kind in whys) return whys[kind];
  // An empty form always has problems; they are not worth showing before something is typed.
  if (!dirty) return "Nothing is changed yet.";
  return problems > 0 ? `${counted(problems, "field")} cannot be sent as typed.` : undefined;
};
