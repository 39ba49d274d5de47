import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { mappingRuleDetail } from "#web/api/mapping-rules.ts";
import { LateAskedHistory } from "#web/records/late-history.tsx";
import { useSavingState } from "./builder-context.ts";

const Folded = ({ id }: { id: number }) => {
  const [open, setOpen] = useState(false);
  // The rule is loaded elsewhere; a newer version has newer changes.
  const { dataUpdatedAt } = useQuery({ ...mappingRuleDetail(String(id)), enabled: false });
  return (
    <details className="raw" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Activity</summary>
      {open && <LateAskedHistory resource="mapping-rules" id={id} version={dataUpdatedAt} />}
    </details>
  );
};

/** The changes of a rule of the API, folded: nothing of it loads before a person opens it. */
export const RuleHistory = () => {
  const { base, created } = useSavingState();
  return created && base.id ? <Folded id={base.id} /> : null;
};
