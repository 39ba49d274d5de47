import "./exceptions.css";
import { Button } from "@mantine/core";
import { useMemo, useState } from "react";
import type { Exception } from "#contract/exceptions.ts";
import { auditOperations, type Change } from "#contract/audit.ts";
import { type CopyStates, type ExceptionKind, exceptionKinds } from "#contract/figures.ts";
import { useSourceName } from "#web/api/account.ts";
import { exceptionList, readFound } from "#web/api/exceptions.ts";
import { formatQuantity, inSentence } from "#web/base/format.ts";
import { useListSearch } from "#web/base/list-search.ts";
import { PermittedButton } from "#web/kit/button.tsx";
import { type Column, createColumnHelper } from "#web/kit/columns.tsx";
import { DataTable } from "#web/kit/data-table.tsx";
import { ClearFilters } from "#web/kit/filters.tsx";
import { later } from "#web/kit/later.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { Screen } from "#web/kit/screen.tsx";
import { useListedRows } from "#web/kit/use-listed-rows.ts";
import { type View, ViewTabs } from "#web/kit/views.tsx";
import { Peek } from "#web/records/peek.tsx";
import { copyOfException, exceptionWords } from "#web/records/exception-words.ts";
import { SourceFilter } from "#web/records/party-filter.tsx";
import { isRecordKind, kindNouns } from "#web/records/record-kinds.ts";
import { recordAddress } from "#web/records/row-link.tsx";
import { describeException, findNextStep, toChange } from "./describe-exception.ts";

const SettleDialog = later(
  async () => (await import("#web/records/settle-change.tsx")).SettleDialog,
);
const DueTimesDialog = later(async () => (await import("./due-times.tsx")).DueTimesDialog);

const nameOf = ({ name, resource, recordId }: Exception): string => {
  if (!isRecordKind(resource)) return name || resource;
  return name || [kindNouns[resource], recordId].filter(Boolean).join(" ");
};

const RecordLink = ({ row }: { row: Exception }) =>
  isRecordKind(row.resource) && row.recordId ? (
    <a href={recordAddress(row.resource, row.recordId)} data-row-link>
      <bdi>{nameOf(row)}</bdi>
    </a>
  ) : (
    <bdi>{nameOf(row)}</bdi>
  );

interface NextProps {
  row: Exception;
  onSettle: (change: Change) => void;
}

/** What to do about an exception: a link to where it is done, or a button. */
const Next = ({ row, onSettle }: NextProps) => {
  const { label, to } = findNextStep(row);
  const change = toChange(row);
  if (to !== undefined)
    return (
      <a href={to} className="exceptions__next">
        {label}
      </a>
    );
  return (
    <PermittedButton
      permission={auditOperations.settleChange}
      size="compact-sm"
      variant="default"
      aria-label={`${label}: ${nameOf(row)}`}
      onClick={() => onSettle(change)}
    >
      {label}
    </PermittedButton>
  );
};

const column = createColumnHelper<Exception>();

const createColumns = (
  sourceName: (id: Exception["sourceId"]) => string,
  onSettle: (change: Change) => void,
): readonly Column<Exception>[] => [
  column.text("name", "Record", 130, {
    of: nameOf,
    grow: true,
    main: true,
    cell: (row) => <RecordLink row={row} />,
  }),
  column.status("kind", "Kind", 132, {
    of: ({ kind }) => ({
      label: exceptionWords[kind].one,
      tone: kind.startsWith("late") ? "waiting" : "bad",
    }),
    wide: "badge",
  }),
  column.text("detail", "What is wrong", 260, { of: describeException, grow: true, wide: true }),
  column.text("sourceId", "Source", 170, {
    of: ({ sourceId }) => (sourceId == null ? "" : sourceName(sourceId)),
    grow: true,
    wide: "line",
    optional: "tablet",
  }),
  column.date("since", "Since", 122, { wide: "line" }),
  column.text("next", "Next step", 152, {
    of: (row) => findNextStep(row).label,
    wide: "line",
    cell: (row) => <Next row={row} onSettle={onSettle} />,
  }),
];

const join = (kinds: readonly ExceptionKind[]): string =>
  kinds.map((kind) => inSentence(exceptionWords[kind].label)).join(", ");

/** Which kinds aren't complete, and why; empty if all are. */
const describeStates = (states: CopyStates): string => {
  const of = (...phases: readonly string[]) =>
    exceptionKinds.filter((kind) => {
      const copy = copyOfException[kind];
      return copy !== undefined && phases.includes(states[copy].phase);
    });
  const [loading, lacking] = [of("loading"), of("off", "unlisted")];
  return [
    ...(loading.length > 0 ? [`Still loading: ${join(loading)}.`] : []),
    ...(lacking.length > 0
      ? [`Not watched, because this console has no copy of those records: ${join(lacking)}.`]
      : []),
  ].join(" ");
};

const Nothing = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <Notice title="None of these" blank tone="good">
      <p>Other kinds or sources may have some.</p>
      <ClearFilters names={["kind", "sourceId"]} />
    </Notice>
  ) : (
    <Notice title="No exceptions" blank tone="good">
      <p>Nothing is late, failed or unknown. What needs a person appears here by itself.</p>
    </Notice>
  );

const isKind = (text: string | undefined): text is ExceptionKind =>
  exceptionKinds.some((kind) => kind === text);

/** What is late, failed or unknown, of all kinds, with the next step; what was solved leaves by itself. */
export const ExceptionList = () => {
  const { search } = useListSearch("/exceptions");
  const kind = isKind(search.kind) ? search.kind : undefined;
  const sourceId = /^[1-9]\d{0,14}$/.test(search.sourceId ?? "")
    ? Number(search.sourceId)
    : undefined;
  const [settling, setSettling] = useState<Change>();
  const [setsTimes, setSetsTimes] = useState(false);
  const { query, answer, table } = useListedRows({
    page: (paging) =>
      exceptionList({ ...(kind && { kind }), ...(sourceId && { sourceId }), ...paging }),
  });
  const found = readFound(answer.data);
  const sourceName = useSourceName(query.isSuccess);
  const columns = useMemo(() => createColumns(sourceName, setSettling), [sourceName]);
  const all = found && Object.values(found.counts).reduce((sum, count) => sum + count, 0);
  const countOf = (count: number | undefined) =>
    count === undefined ? null : formatQuantity(count);
  const views: readonly View[] = [
    { label: "All", filter: { kind: "" }, count: countOf(all) },
    ...exceptionKinds.map((one) => ({
      label: exceptionWords[one].label,
      filter: { kind: one },
      count: countOf(found?.counts[one]),
    })),
  ];
  const note = found && describeStates(found.states);
  return (
    <Screen
      title="Exceptions"
      count={all}
      fill
      actions={<Button onClick={() => setSetsTimes(true)}>Due times</Button>}
    >
      <ViewTabs views={views} label="Kinds" />
      {note && <p className="soft small">{note}</p>}
      <DataTable
        {...table}
        name="exceptions"
        label="Exceptions"
        columns={columns}
        nouns={["exception", "exceptions"]}
        order={{ words: "most urgent first" }}
        rowId={(row) => `${row.kind} ${row.recordId ?? ""} ${row.changeId ?? ""}`}
        nameOf={(row) => `${exceptionWords[row.kind].one} ${nameOf(row)}`}
        filters={{
          names: ["sourceId"],
          fields: <SourceFilter name="sourceId" enabled={query.isSuccess} />,
        }}
        empty={<Nothing isFiltered={kind !== undefined || sourceId !== undefined} />}
      />
      {settling && (
        <SettleDialog
          change={settling}
          onClose={() => setSettling(undefined)}
          onFail={() => setSettling(undefined)}
        />
      )}
      {setsTimes && (
        <DueTimesDialog onClose={() => setSetsTimes(false)} onFail={() => setSetsTimes(false)} />
      )}
      <Peek />
    </Screen>
  );
};
