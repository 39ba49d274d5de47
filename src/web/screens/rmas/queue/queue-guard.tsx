import { isBusy } from "#web/editing/save-machine.ts";
import { UnsavedGuard } from "#web/editing/unsaved-guard.tsx";
import { getDesk } from "#web/screens/rmas/decision-desks.ts";

/** Asks before the person leaves with changes that are neither saved nor being saved: saves go on behind other screens. */
export const QueueGuard = ({ ids }: { ids: readonly number[] }) => {
  const unsaved = () =>
    ids
      .map((id) => getDesk(id))
      .filter(
        ({ unsent, saving }) => Object.keys(unsent.get().draft).length > 0 && !isBusy(saving.get()),
      );
  return (
    <UnsavedGuard
      dirty={() => unsaved().length > 0}
      onDiscard={() => {
        for (const desk of unsaved()) desk.discard();
      }}
    />
  );
};
