import { UnsavedGuard } from "#web/ui/unsaved-guard.tsx";
import { useKeeperState, useSaving } from "./saving-context.ts";

/**
 * Asks before a rule with unsaved changes is left. A rule that was just created gets a new address, which is not
 * leaving.
 */
export const LeaveGuard = () => {
  const saving = useSaving();
  const { kind } = useKeeperState();
  return (
    <UnsavedGuard
      dirty={() => saving.state.get().dirty}
      keepsDraft={kind !== "refused"}
      onDiscard={saving.discard}
    />
  );
};
