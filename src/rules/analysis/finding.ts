import type { findingKinds } from "#contract/rule-analysis.ts";
import type { RunnableMappingRule } from "#rules/rule-parts.ts";

export type FindingKind = (typeof findingKinds)[number];

/** A part of one of the analyzed rules, by identity. */
export interface FoundPart {
  readonly rule: RunnableMappingRule;
  readonly part: object;
}

/** A change that settles a finding. */
export type Mend =
  | { readonly kind: "remove"; readonly part: object; readonly label: string }
  | {
      /** The first operand of a condition. */
      readonly kind: "operand";
      readonly part: object;
      readonly text: string;
      readonly label: string;
    }
  | {
      readonly kind: "moveBefore";
      readonly part: object;
      readonly before: object;
      readonly label: string;
    };

/** Something in a rule that is probably not meant: where, why, and what shows it. */
export interface Finding extends FoundPart {
  readonly kind: FindingKind;
  /** The other parts that it names. */
  readonly others: readonly FoundPart[];
  /** Why, in one sentence. */
  readonly message: string;
  /** It holds for every record, by the meaning of the comparators and actions; else only for the records of the table. */
  readonly isProved: boolean;
  /** The index of a record in the table that shows it. */
  readonly witness?: number | undefined;
  readonly mend?: Mend | undefined;
  /** The same finding is listed at the other rule, too. */
  readonly isRepeated?: true;
}
