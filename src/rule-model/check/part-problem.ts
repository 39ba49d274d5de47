import type { Slot } from "#rule-model/draft/part.ts";

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
