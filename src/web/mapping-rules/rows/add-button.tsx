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

/** Lets Tab go from a row to the buttons of what it lies in, and past those of every other group and rule. */
export const reachAdds = (root: HTMLElement, row: Element): void => {
  for (const button of root.querySelectorAll<HTMLElement>(".rule-add[tabindex='0']"))
    button.tabIndex = -1;
  for (
    let around = row.closest(".rule-group, .rule-card");
    around;
    around = around.parentElement?.closest(".rule-group, .rule-card") ?? null
  )
    for (const button of around.querySelectorAll<HTMLElement>(own)) button.tabIndex = 0;
};
