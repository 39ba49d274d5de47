import type { ReceivedOrdersRun } from "#contract/received-orders.ts";
import type { Column } from "#web/kit/data-table-model.ts";
import { RowLink } from "#web/records/row-link.tsx";
import { StatusBadge } from "#web/kit/status-badge.tsx";
import { Moment, Quantity, Text } from "#web/kit/values.tsx";
import { runName, runResult, getRunState } from "./run-words.ts";

type Run = ReceivedOrdersRun;
type NameOf = (id: number | null | undefined) => string;

/** The source of a run's orders. */
export const describeSource = (run: Run, sourceName: NameOf): string =>
  run.sourceId === null || run.sourceId === undefined ? "All sources" : sourceName(run.sourceId);

/** The source of a run's orders, within a sentence. */
export const sourceInSentence = (run: Run, sourceName: NameOf): string =>
  run.sourceId === null || run.sourceId === undefined
    ? "all sources"
    : describeSource(run, sourceName);

/** The columns of the list of runs. */
export const runColumns = (sourceName: NameOf): readonly Column<Run>[] => [
  {
    id: "id",
    header: "Run",
    width: 100,
    main: true,
    value: (run) => run.id,
    cell: (run) => (
      <RowLink kind="received-orders" id={run.id}>
        {runName(run)}
      </RowLink>
    ),
  },
  {
    id: "state",
    header: "Status",
    width: 140,
    wide: "badge",
    value: (run) => getRunState(run.state).label,
    cell: (run) => <StatusBadge {...getRunState(run.state)} />,
  },
  {
    id: "requestedAt",
    header: "Started",
    width: 150,
    value: (run) => run.requestedAt,
    cell: (run) => <Moment at={run.requestedAt} />,
  },
  {
    id: "source",
    header: "Source",
    width: 200,
    wide: "line",
    value: (run) => describeSource(run, sourceName),
    cell: (run) => <bdi>{describeSource(run, sourceName)}</bdi>,
  },
  {
    id: "result",
    header: "Result",
    width: 300,
    wide: true,
    value: runResult,
    cell: runResult,
  },
  {
    id: "orders",
    header: "Orders",
    width: 90,
    optional: true,
    align: "end",
    value: (run) => run.orderCount,
    cell: (run) => <Quantity amount={run.orderCount} />,
  },
  {
    id: "requestedBy",
    header: "Started by",
    width: 120,
    value: (run) => run.requestedBy,
    cell: (run) => <Text value={run.requestedBy} />,
    optional: true,
  },
  {
    id: "answeredAt",
    header: "Response received",
    width: 150,
    optional: true,
    value: (run) => run.answeredAt,
    cell: (run) => <Moment at={run.answeredAt} />,
  },
];
