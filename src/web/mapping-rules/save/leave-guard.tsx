import { UnsavedGuard } from "#web/ui/unsaved-guard.tsx";
import { useKeeperState, useSaving } from "./saving-context.ts";

/** Asks before a rule with unsaved changes is left; a rule that was just created is not left by getting its address. */
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
