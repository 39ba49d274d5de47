import { useMemo } from "react";
import { pathIdPattern } from "#contract/primitives.ts";
import { countUndecidedUnits, hasUndecidedUnits, type Rma, rmaStatuses } from "#contract/rmas.ts";
import { useSourceName } from "#web/api/account.ts";
import { rmaList, wholeRmaList } from "#web/api/rmas.ts";
import { isWithin, startOfDay } from "#web/base/days.ts";
import { formatQuantity } from "#web/base/format.ts";
import { pickFilters, type SearchOf, useListSearch } from "#web/base/list-search.ts";
import { ButtonLink } from "#web/kit/button.tsx";
import { type Column, createColumnHelper } from "#web/kit/columns.tsx";
import { DataTable } from "#web/kit/data-table.tsx";
import { DateFilter, MoreFilters, NoMatches, SearchFilter } from "#web/kit/filters.tsx";
import { Screen } from "#web/kit/screen.tsx";
import { useListedRows } from "#web/kit/use-listed-rows.ts";
import { ViewTabs, viewsBy } from "#web/kit/views.tsx";
import { IdRequired, OpenById } from "#web/records/open-by-id.tsx";
import { SourceFilter } from "#web/records/party-filter.tsx";
import { toRecordNumbers } from "#web/records/record-numbers.ts";
import { rmaName } from "#web/records/rma-name.ts";
import { describeReceived, RmaStatusBadge } from "#web/records/rma-status.tsx";
import { recordAddress } from "#web/records/row-link.tsx";
import { seenRecords } from "#web/records/recent-records.ts";
import { BulkBar, RmaRunStrip } from "#web/screens/rmas/bulk/lazy-bulk.tsx";
import { oldestFirst, toDecide } from "./rma-queue.ts";

const views = viewsBy("status", [toDecide, ...rmaStatuses], (status) =>
  status === toDecide ? "To decide" : status,
);
const rare = ["createdBefore", "updatedAfter"] as const;
const filters = ["sourceId", "returnId", "createdAfter", ...rare] as const;

const undecidedLines = (rma: Rma): number =>
  rma.items.filter((item) => countUndecidedUnits(item) > 0).length;

const describeUndecided = (rma: Rma): string =>
  `${formatQuantity(undecidedLines(rma))} of ${formatQuantity(rma.items.length)}`;

const column = createColumnHelper<Rma>();

/** The columns; sources are shown by name where names are known. */
export const rmaColumns = (sourceName: (id: Rma["sourceId"]) => string): readonly Column<Rma>[] => [
  column.link("rmaNumber", "RMA", 108, { of: rmaName, to: ({ id }) => recordAddress("rmas", id) }),
  column.text("rmaStatus", "Status", 140, {
    wide: "badge",
    cell: ({ rmaStatus }) => <RmaStatusBadge status={rmaStatus} />,
  }),
  column.party("sourceId", "Source", 135, sourceName, { wide: "line" }),
  column.text("returnId", "Return", 66, {
    cell: ({ returnId }) =>
      returnId ? <a href={recordAddress("returns", returnId)}>{returnId}</a> : "–",
  }),
  column.date("createdAt", "Created", 100),
  column.text("undecided", "Undecided lines", 122, {
    of: describeUndecided,
    align: "end",
    rank: undecidedLines,
    cell: (rma) => (
      <span className={undecidedLines(rma) > 0 ? undefined : "faint"}>
        {describeUndecided(rma)}
      </span>
    ),
  }),
  column.quantity("units", "Units", 58, {
    of: (rma) => rma.items.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0),
  }),
  column.money("creditTotal", "Credit total", 112),
  column.text("received", "Goods", 128, {
    of: (rma) => describeReceived(rma.shipmentReceivedStatus),
  }),
  column.date("updatedAt", "Updated", 120, { optional: true }),
  column.money("creditSubtotal", "Credit subtotal", 130, { optional: true }),
  column.money("creditAdjustment", "Adjustment", 120, { optional: true }),
  column.text("accountingError", "Accounting error", 180, { optional: true }),
  column.text("id", "ID", 80, { align: "end", optional: true }),
];

/** A typed return id, or the id of a return that this browser has shown under a typed number. */
const resolveReturnId = (typed: string): string | undefined => {
  if (pathIdPattern.test(typed)) return typed;
  const seen = seenRecords("returns").find(
    ({ label }) => label.toLowerCase() === typed.toLowerCase(),
  );
  return seen && String(seen.id);
};

/** The request's filter for an address; `unknownReturn` is a typed return without a known id. */
export const readRmaFilter = (search: SearchOf<"/rmas">) => {
  const {
    returnId: typed,
    rmaNumbers,
    createdAfter,
    createdBefore: _,
    updatedAfter,
    ...others
  } = pickFilters(search);
  const returnId = typed && resolveReturnId(typed);
  const filter = {
    ...others,
    ...(createdAfter && { createdAfter: startOfDay(createdAfter) }),
    ...(updatedAfter && { updatedAfter: startOfDay(updatedAfter) }),
    ...(returnId && { returnId }),
    ...(rmaNumbers && { rmaNumbers: toRecordNumbers(rmaNumbers, "RMA") }),
  };
  return { filter, unknownReturn: typed && !returnId ? typed : undefined };
};

/** Whether an RMA matches the filter that the API doesn't have. */
export const matchesOwnFilter =
  ({ createdBefore }: SearchOf<"/rmas">) =>
  ({ createdAt }: Rma): boolean =>
    isWithin(createdAt, { before: createdBefore });

/** The RMAs for an address: "To decide" without those whose units are all decided, the oldest first. */
const useListedRmas = () => {
  const { search } = useListSearch("/rmas");
  const { filter, unknownReturn } = readRmaFilter(search);
  const open = filter.status === toDecide;
  const { createdBefore } = search;
  const isFiltered = open || createdBefore !== undefined;
  const fits = useMemo(() => {
    const isOld = matchesOwnFilter({ createdBefore });
    return isFiltered ? (rma: Rma) => isOld(rma) && (!open || hasUndecidedUnits(rma)) : undefined;
  }, [createdBefore, isFiltered, open]);
  const listed = useListedRows({
    page: (page, urgency) => rmaList({ ...filter, ...page }, urgency),
    whole: wholeRmaList(filter),
    wantsWhole: isFiltered || search.sort !== undefined,
    fits,
    ...(open && { sort: oldestFirst }),
    isImpossible: unknownReturn !== undefined,
  });
  return { search, ...listed, open, unknownReturn };
};

/** All RMAs, newest first, with their undecided units. */
export const RmaList = () => {
  const { search, query, table, isWhole, open, unknownReturn } = useListedRmas();
  const { isSuccess } = query;
  const sourceName = useSourceName(isSuccess);
  const columns = useMemo(() => rmaColumns(sourceName), [sourceName]);
  return (
    <Screen
      title="RMAs"
      // Only a list of those to decide knows how many there are.
      count={open && isWhole ? query.data?.value.length : undefined}
      fill
      actions={
        !query.isError && (
          <ButtonLink to="/rmas/queue" search={{ ...pickFilters(search), sort: search.sort }}>
            Open queue
          </ButtonLink>
        )
      }
    >
      <ViewTabs views={views} label="Statuses" of={query} />
      {/* It stays while a list that failed is read again. */}
      {(query.isFetched || !query.isPending) && <RmaRunStrip />}
      <DataTable
        {...table}
        name="rmas"
        label="RMAs"
        columns={columns}
        rowId={(rma) => String(rma.id)}
        nameOf={rmaName}
        kind="rmas"
        nouns={["RMA", "RMAs"]}
        order={
          open
            ? { words: "oldest first", by: "createdAt" }
            : { words: "newest first", by: "-createdAt" }
        }
        selectionActions={(rows, clear) => <BulkBar rmas={rows} clear={clear} />}
        tools={
          <SearchFilter
            name="rmaNumbers"
            label="RMA numbers"
            placeholder="RMA number"
            title="RMA number, such as 30110"
          />
        }
        filters={{
          names: filters,
          also: ["rmaNumbers"],
          fields: (
            <>
              {/* The rows come before any other request. */}
              <SourceFilter name="sourceId" enabled={isSuccess} />
              <SearchFilter name="returnId" label="Return ID" placeholder="Return ID" />
              <DateFilter name="createdAfter" label="Created since" />
              <MoreFilters names={rare}>
                <DateFilter name="createdBefore" label="Created before" />
                <DateFilter name="updatedAfter" label="Updated since" />
              </MoreFilters>
            </>
          ),
        }}
        empty={
          unknownReturn === undefined ? (
            <NoMatches noun="RMA" views="status" names={[...filters, "rmaNumbers", "status"]} />
          ) : (
            <IdRequired noun="return" name="returnId" typed={unknownReturn}>
              A return's page shows its ID and its RMAs.
            </IdRequired>
          )
        }
        unserved={<OpenById noun="RMA" kind="rmas" />}
      />
    </Screen>
  );
};
