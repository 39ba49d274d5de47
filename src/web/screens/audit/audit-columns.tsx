import type { KnownSession } from "#web/base/session.ts";
import type { Change } from "#contract/audit.ts";
import {
  describeChangeOf,
  explainChange,
  findChangedKind,
  getChangeState,
  nameChanged,
} from "#web/records/change-words.ts";
import type { Column } from "#web/kit/data-table-model.ts";
import { RowLink } from "#web/records/row-link.tsx";
import { StatusBadge } from "#web/kit/status-badge.tsx";
import { Code, Moment, Text } from "#web/kit/values.tsx";

const ChangeLink = ({ change }: { change: Change }) => {
  const kind = findChangedKind(change);
  const text = describeChangeOf(change);
  return kind && change.recordId ? (
    <RowLink kind={kind} id={change.recordId}>
      {text}
    </RowLink>
  ) : (
    <bdi>{text}</bdi>
  );
};

const columns: readonly Column<Change>[] = [
  {
    id: "change",
    header: "Change",
    width: 400,
    grow: true,
    main: true,
    value: describeChangeOf,
    cell: (change) => <ChangeLink change={change} />,
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
    id: "details",
    header: "Details",
    width: 260,
    wide: true,
    value: explainChange,
    cell: (change) => <Text value={explainChange(change)} />,
  },
  {
    id: "record",
    header: "Record",
    width: 170,
    optional: true,
    value: nameChanged,
    cell: (change) => <Text value={nameChanged(change)} />,
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

/** The columns of the list of changes. Without sign-in, no change has a person, unless there was sign-in before. */
export const auditColumns = ({ signIn }: Pick<KnownSession, "signIn">): readonly Column<Change>[] =>
  signIn === "none"
    ? columns.map((column) => (column.id === "person" ? { ...column, optional: true } : column))
    : columns;
