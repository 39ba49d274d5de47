import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { auditOperations, type Change, type ChangedResource } from "#contract/audit.ts";
import { recordChanges } from "#web/api/audit.ts";
import { describeChange, explainChange, getChangeState } from "./describe-change.ts";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { PermittedLink } from "#web/kit/button.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { StatusBadge } from "#web/kit/status-badge.tsx";
import { Moment } from "#web/kit/values.tsx";

export interface RecordHistoryProps {
  resource: ChangedResource;
  id: number;
  /** Changes with the record, so that the list is read again after a save. */
  version: number;
}

const AllActivity = ({ resource, id }: Pick<RecordHistoryProps, "resource" | "id">) => (
  <PermittedLink
    permission={auditOperations.listChanges}
    size="xs"
    to="/audit"
    search={{ resource, recordId: String(id) }}
  >
    All activity
  </PermittedLink>
);

const Changes = ({ changes }: { changes: readonly Change[] }) => (
  <Stack component="ul" gap={6}>
    {changes.map((change) => (
      <li key={change.id}>
        {change.person && <bdi>{change.person}: </bdi>}
        <bdi>{describeChange(change)}</bdi>, <Moment at={change.requestedAt} />
        {change.state !== "done" && (
          <>
            {" "}
            <StatusBadge {...getChangeState(change.state)} title={explainChange(change)} />
          </>
        )}
      </li>
    ))}
  </Stack>
);

/** The last changes of a record that were made through this console; nothing if there are none. */
export const RecordHistory = ({ resource, id, version }: RecordHistoryProps) => {
  const changes = useQuery(recordChanges(resource, id, version)).data?.value ?? [];
  if (changes.length === 0) return null;
  return (
    <Sheet title="Activity" note={<AllActivity resource={resource} id={id} />}>
      <Changes changes={changes} />
    </Sheet>
  );
};

/** The same for a person who asked for it: with a wait, and with a text if there are no changes. */
export const AskedHistory = ({ resource, id, version }: RecordHistoryProps) => {
  const { data, error, refetch } = useQuery(recordChanges(resource, id, version));
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton width={40} />;
  return (
    <div className="stack">
      {data.value.length === 0 ? (
        <p>No changes were made through this console.</p>
      ) : (
        <Changes changes={data.value} />
      )}
      <div>
        <AllActivity resource={resource} id={id} />
      </div>
    </div>
  );
};
