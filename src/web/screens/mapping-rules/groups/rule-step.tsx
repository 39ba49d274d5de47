import type { ReactNode } from "react";
import type { Part } from "#rule-model/draft/part.ts";

interface AddButtonProps {
  children: ReactNode;
  /** A one-line explanation for new users. */
  title?: string;
  /** False where there are many: Tab then reaches it from the rows beside it (`makeAddsReachable`). */
  always: boolean;
  onAdd: () => void;
}

/** Adds a part. */
export const AddButton = ({ children, title, always, onAdd }: AddButtonProps) => (
  <button
    type="button"
    className="rule-add"
    title={title}
    tabIndex={always ? undefined : -1}
    onClick={onAdd}
  >
    {children}
  </button>
);

const own = ["", ".rule-step > ", ".rule-step > .rule-adds > "]
  .map((way) => `:scope > ${way}.rule-add[tabindex]`)
  .join(", ");

/**
 * Makes the add buttons of a row's own groups and rules reachable by Tab, and removes those of all others from the
 * Tab order. Returns the buttons made reachable, to be passed as `before` next time, since searching a long rule for
 * them would be slow.
 */
export const makeAddsReachable = (
  before: readonly HTMLElement[],
  row: Element,
): readonly HTMLElement[] => {
  const reached: HTMLElement[] = [];
  for (
    let around = row.closest(".rule-group, .rule-card");
    around;
    around = around.parentElement?.closest(".rule-group, .rule-card") ?? null
  )
    reached.push(...around.querySelectorAll<HTMLElement>(own));
  // A button that became permanently reachable since then no longer has the attribute.
  for (const button of before) if (button.hasAttribute("tabindex")) button.tabIndex = -1;
  for (const button of reached) button.tabIndex = 0;
  return reached;
};

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
