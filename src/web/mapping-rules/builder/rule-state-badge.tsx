import { useSavingState } from "#web/mapping-rules/save/saving-context.ts";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { usePart } from "./builder-context.ts";
import { rootKey } from "./part.ts";

/** Whether the rule is on, and whether what is on the screen is what the API has. */
export const RuleStateBadge = () => {
  const { dirty, created } = useSavingState();
  const on = usePart(rootKey, "rule")?.data.enabled !== false;
  return (
    <>
      <StatusBadge label={on ? "On" : "Off"} tone={on ? "good" : "still"} />
      {!created && <StatusBadge label="New" tone="calm" />}
      {created && dirty && <StatusBadge label="Unsaved changes" tone="waiting" />}
    </>
  );
};
