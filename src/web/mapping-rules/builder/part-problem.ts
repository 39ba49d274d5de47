import type { Slot } from "./part.ts";

/** Something that stands against saving a part, in words. */
export interface PartProblem {
  readonly message: string;
  /** The field of the part's data it speaks of (`condition`, `globalObjectFieldId`), or the list that lacks something. */
  readonly field: string | Slot | undefined;
  /** An error stops saving; a warning does not. */
  readonly kind: "error" | "warning";
  /** From this browser's own check, or from the API's answer to the last save. */
  readonly from: "check" | "api";
}
