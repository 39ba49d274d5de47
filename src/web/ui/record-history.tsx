import "./record-history.css";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ChangedResource } from "#contract/audit.ts";
import { recordChanges } from "#web/api/audit.ts";
import { describeChange, explainChange, getChangeState } from "./change-words.ts";
import { Sheet } from "./screen.tsx";
import { StatusBadge } from "./status-badge.tsx";
import { Moment } from "./values.tsx";

interface RecordHistoryProps {
  resource: ChangedResource;
  id: number;
  /** Changes with the record, so that the list is read again after a save. */
  version: number;
}

/** The last changes of a record that were made through this console; nothing if there are none. */
export const RecordHistory = ({ resource, id, version }: RecordHistoryProps) => {
  const changes = useQuery(recordChanges(resource, id, version)).data?.value ?? [];
  if (changes.length === 0) return null;
  return (
    <Sheet
      title="Activity"
      note={
        <Link to="/audit" search={{ resource, recordId: String(id) }}>
          All activity
        </Link>
      }
    >
      <ul className="record-history">
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
      </ul>
    </Sheet>
  );
};
