import { flushSync } from "react-dom";
import type { Builder } from "#rule-model/draft/builder.ts";
import { focusRow } from "./focus-row.ts";

/** Closes the edited row and focuses it. The typed text is in the draft already. */
export const leaveRow = ({ view }: Pick<Builder, "view">, root: HTMLElement | null): void => {
  const key = view.editing();
  if (key === undefined) return;
  flushSync(() => view.edit(undefined));
  focusRow(root, key);
};
