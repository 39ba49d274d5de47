import { useSavingState } from "#web/mapping-rules/save/saving-context.ts";
import { StatusBadge } from "#web/ui/status-badge.tsx";

/** Shows whether the draft equals the saved rule. */
export const RuleStateBadge = () => {
  const { dirty, created } = useSavingState();
  return (
    <>
      {!created && <StatusBadge label="New" tone="calm" />}
      {created && dirty && <StatusBadge label="Unsaved changes" tone="waiting" />}
    </>
  );
};
