import { notify } from "#web/kit/notify.ts";
import { isBusy } from "#web/editing/save-machine.ts";
import type { DecisionDesk } from "./decision-desk.ts";

/** Discards the changes of a decision, and offers to undo that until something else is typed. */
export const discardDecision = ({ unsent, saving, change, discard }: DecisionDesk): void => {
  if (isBusy(saving.get())) return;
  const { draft } = unsent.get();
  discard();
  const edited = new AbortController();
  const stop = unsent.subscribe(() => {
    stop();
    edited.abort();
  });
  notify("Changes discarded", { label: "Undo", act: () => change(draft), until: edited.signal });
};
