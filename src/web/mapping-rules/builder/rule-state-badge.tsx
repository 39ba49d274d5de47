import { useSavingState } from "#web/mapping-rules/save/saving-context.ts";
import { StatusBadge } from "#web/ui/status-badge.tsx";

/** Whether what is on the screen is what the API has. */
export const RuleStateBadge = () => {
  const { dirty, created } = useSavingState();
  return (
    <>
      {!created && <StatusBadge label="New" tone="calm" />}
      {created && dirty && <StatusBadge label="Unsaved changes" tone="waiting" />}
    </>
  );
};
