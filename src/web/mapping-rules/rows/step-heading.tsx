import type { ReactNode } from "react";
import type { Part } from "#rule-model/draft/part.ts";

/** The properties of a rule's step. Rules inside rules are deeper. */
export interface StepProps {
  rule: Part<"rule">;
  depth: number;
}

const [highest, lowest] = [3, 6];

/** “When”, “Then”: the heading of a rule's step; in a rule inside another, one level lower. */
export const StepHeading = ({ depth, children }: { depth: number; children: ReactNode }) => (
  <div className="rule-step__word" role="heading" aria-level={Math.min(highest + depth, lowest)}>
    {children}
  </div>
);
