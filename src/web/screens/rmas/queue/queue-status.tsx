import { Button } from "@mantine/core";
import { formatCount } from "#web/base/format.ts";
import { rmaName } from "#web/records/rma-name.ts";
import { isBusy } from "#web/editing/save-machine.ts";
import { useValue } from "#web/base/value-store.ts";
import { deskChanges, getDesk } from "#web/screens/rmas/decision-desks.ts";
import { markDesk } from "./queue-mark.ts";
import { queueReport } from "./queue-report.ts";
import type { Queue } from "./use-queue.ts";

const markOfId = (id: number) => markDesk(getDesk(id));

/** The results of the saves of earlier RMAs: those that failed can be opened. Its space is reserved. */
export const QueueStatus = ({ queue }: { queue: Queue }) => {
  useValue(deskChanges);
  const report = useValue(queueReport);
  const failed = queue.ids.filter((id) => id !== queue.current && markOfId(id)?.failed);
  const saving = queue.ids.filter((id) => isBusy(getDesk(id).saving.get())).length;
  const [first] = failed;
  return (
    <div className="queue-status">
      <p role="status" className="queue-status__said">
        {saving > 0 ? `Saving ${formatCount(saving, "RMA")}…` : report}
      </p>
      <div role="alert" className="queue-status__failed">
        {first !== undefined && (
          <>
            <span>
              {failed.length === 1
                ? `${rmaName(getDesk(first).record())}: ${markOfId(first)?.label.toLowerCase()}`
                : `${formatCount(failed.length, "save")} failed`}
            </span>
            <Button size="xs" color="red" variant="outline" onClick={() => queue.open(first)}>
              Open {rmaName(getDesk(first).record())}
            </Button>
          </>
        )}
      </div>
    </div>
  );
};
