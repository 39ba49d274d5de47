import { rmaName } from "#web/records/rma-name.ts";
import { useReportUnsaved } from "#web/editing/use-report-unsaved.ts";
import type { DecisionDesk } from "./decision-desk.ts";

/** Returns a function that announces a decision that wasn't saved, unless a screen shows it. */
export const useReportDecision = () => {
  const report = useReportUnsaved();
  return (id: number, { saving, record, isShown }: DecisionDesk): void => {
    if (isShown()) return;
    report({ title: rmaName(record()), path: `/rmas/${id}` })(saving.get().kind);
  };
};
