import type { ReactNode } from "react";

interface AddButtonProps {
  children: ReactNode;
  /** One line for somebody who has not seen it before. */
  title?: string;
  /** False where there are many: Tab then reaches it from the rows it stands by (`reachAdds`). */
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
 * Lets Tab go from a row to the buttons of what it lies in, and past those of every other group and rule. Gives the
 * buttons it has put in reach, to be given back as `before`: looking for them through a long rule would be felt.
 */
export const reachAdds = (before: readonly HTMLElement[], row: Element): readonly HTMLElement[] => {
  const reached: HTMLElement[] = [];
  for (
    let around = row.closest(".rule-group, .rule-card");
    around;
    around = around.parentElement?.closest(".rule-group, .rule-card") ?? null
  )
    reached.push(...around.querySelectorAll<HTMLElement>(own));
  // One that has become reachable always meanwhile has no such attribute any more.
  for (const button of before) if (button.hasAttribute("tabindex")) button.tabIndex = -1;
  for (const button of reached) button.tabIndex = 0;
  return reached;
};
