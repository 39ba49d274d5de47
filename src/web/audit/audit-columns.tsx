import type { Change } from "#contract/audit.ts";
import {
  describeChange,
  explainChange,
  findChangedKind,
  getChangeState,
  nameChanged,
} from "#web/ui/change-words.ts";
import type { Column } from "#web/ui/data-table-model.ts";
import { RowLink } from "#web/ui/row-link.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { Code, Moment, Text } from "#web/ui/values.tsx";

const RecordLink = ({ change }: { change: Change }) => {
  const kind = findChangedKind(change);
  return kind && change.recordId ? (
    <RowLink kind={kind} id={change.recordId}>
      {nameChanged(change)}
    </RowLink>
  ) : (
    nameChanged(change)
  );
};

/** The columns of the list of changes. */
export const auditColumns: readonly Column<Change>[] = [
  {
    id: "record",
    header: "Record",
    width: 170,
    main: true,
    value: nameChanged,
    cell: (change) => <RecordLink change={change} />,
  },
  {
    id: "state",
    header: "Result",
    width: 120,
    wide: "badge",
    value: ({ state }) => getChangeState(state).label,
    cell: ({ state }) => <StatusBadge {...getChangeState(state)} />,
  },
  {
    id: "requestedAt",
    header: "Time",
    width: 130,
    value: ({ requestedAt }) => requestedAt,
    cell: ({ requestedAt }) => <Moment at={requestedAt} />,
  },
  {
    id: "person",
    header: "Person",
    width: 150,
    value: ({ person }) => person,
    cell: ({ person }) => <Text value={person} />,
  },
  {
    id: "change",
    header: "Change",
    width: 290,
    wide: "line",
    value: describeChange,
    cell: (change) => <bdi>{describeChange(change)}</bdi>,
  },
  {
    id: "details",
    header: "Details",
    width: 260,
    wide: true,
    value: explainChange,
    cell: (change) => <Text value={explainChange(change)} />,
  },
  {
    id: "endedAt",
    header: "Ended",
    width: 140,
    optional: true,
    value: ({ endedAt }) => endedAt,
    cell: ({ endedAt }) => <Moment at={endedAt} />,
  },
  {
    id: "id",
    header: "Number",
    width: 90,
    optional: true,
    align: "end",
    value: ({ id }) => id,
    cell: ({ id }) => id,
  },
  {
    id: "requestId",
    header: "Request ID",
    width: 190,
    optional: true,
    value: ({ requestId }) => requestId,
    cell: ({ requestId }) => <Code value={requestId} />,
  },
];
