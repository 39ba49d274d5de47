import { Button } from "@mantine/core";
import type { Query } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState, useSyncExternalStore } from "react";
import { readTime } from "#contract/read-time.ts";
import type { ReturnModel } from "#contract/returns.ts";
import { type Rma, rmaOperations } from "#contract/rmas.ts";
import type { WebhookConfiguration } from "#contract/webhooks.ts";
import { type CheckedDeliveries, checkedDeliveries } from "#web/api/overview.ts";
import { useChannelName } from "#web/api/account.ts";
import { queryClient } from "#web/api/query-client.ts";
import { waitingRmas } from "#web/api/rmas.ts";
import { isUnserved } from "#web/base/api-error.ts";
import { useServed } from "#web/base/served.ts";
import type { DateRange } from "#web/base/days.ts";
import { formatAge, formatCount, formatMoney, formatQuantity, nothing } from "#web/base/format.ts";
import type { ListSearch } from "#web/base/list-search.ts";
import { useIsAddressWrong } from "#web/kit/base-address-notice.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { type PlainColumn, PlainTable } from "#web/kit/plain-table.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { SkeletonCell } from "#web/kit/skeleton.tsx";
import {
  type Figures,
  isCounted,
  processing,
  troubled,
  unknownRuns,
  unshipped,
  updatedPageSize,
  useFigures,
  useRefresh,
} from "./use-figures.ts";
import { ageSteps, countByAge, findAgeRange, lateFrom } from "./waiting.ts";

/** A number of records, and its text. */
interface Figure {
  count: number;
  /** Replaces the plain number where that is not enough: "2 of 12". */
  text?: string;
}

/** The text for a figure that is not known; the screen says once why figures couldn't be loaded. */
const describeFailure = (error: unknown): string =>
  isUnserved(error) ? "Not offered by the API" : "–";

interface FigureRowProps<T> {
  label: string;
  query: { data: T | undefined; error: unknown };
  figureOf: (data: T) => Figure;
  to: "/rmas" | "/returns" | "/purchase-orders" | "/received-orders" | "/webhooks";
  search?: ListSearch;
  /** The tone of a number above zero. */
  tone?: "waiting" | "bad";
}

/** One figure with a link to its records, or a note that it couldn't be loaded. */
const FigureRow = <T,>({
  label,
  query: { data, error },
  figureOf,
  to,
  search = {},
  tone,
}: FigureRowProps<T>) => {
  const figure = data === undefined ? undefined : figureOf(data);
  const failed = figure === undefined && error !== null;
  return (
    <li>
      <Link to={to} search={search} className="overview-row figure-row">
        <span>{label}</span>{" "}
        {figure && (
          <span className="figure-row__figure" data-tone={figure.count > 0 ? tone : undefined}>
            {figure.text ?? formatQuantity(figure.count)}
          </span>
        )}
        {failed && <span className="faint">{describeFailure(error)}</span>}
        {!figure && !failed && <SkeletonCell width={3} />}
      </Link>
    </li>
  );
};

interface AgeChartProps {
  counts: readonly number[] | undefined;
  /** The list of the records, and its search for those created in a range of dates. */
  to: "/rmas" | "/returns";
  searchOf: (created: ReturnType<typeof findAgeRange>) => ListSearch;
  /** The time that the ages are counted from. */
  now: number;
  asTable: boolean;
  /** The name of the table. */
  label: string;
}

interface AgeRow {
  label: string;
  count: number;
  share: number;
  late: boolean;
  search: ListSearch;
}

const percent = new Intl.NumberFormat("en", { style: "percent" });

const createAgeColumns = (to: AgeChartProps["to"]): readonly PlainColumn<AgeRow>[] => [
  { header: "Age", cell: ({ label }) => label },
  {
    header: "Count",
    align: "end",
    cell: ({ count, search }) => (
      <Link to={to} search={search}>
        {formatQuantity(count)}
      </Link>
    ),
  },
  { header: "Share", align: "end", cell: ({ share }) => percent.format(share) },
];

/** The number of records of each age, as bars or as a table. The full track is the total, so that a bar shows its share. */
const AgeChart = (props: AgeChartProps) => {
  const { counts, to, searchOf, now, asTable, label: name } = props;
  const all = (counts ?? []).reduce((sum, one) => sum + one, 0);
  const rows = ageSteps.map(({ label }, step): AgeRow => {
    const count = counts?.[step] ?? 0;
    const share = count / Math.max(1, all);
    return {
      label,
      count,
      share,
      late: step >= lateFrom,
      search: searchOf(findAgeRange(step, now)),
    };
  });
  if (asTable && counts)
    return <PlainTable label={name} columns={createAgeColumns(to)} rows={rows} none="" />;
  return (
    <ol className="age-chart">
      {rows.map(({ label, count, share, late, search }) => (
        <li key={label}>
          <Link to={to} search={search}>
            <span>{label}</span>{" "}
            <svg
              aria-hidden="true"
              preserveAspectRatio="none"
              viewBox="0 0 100 1"
              data-late={late || undefined}
            >
              <rect width={share * 100} height="1" />
            </svg>
            <span>{counts ? formatQuantity(count) : ""}</span>
          </Link>
        </li>
      ))}
    </ol>
  );
};

interface AgeSheetProps extends Omit<Parameters<typeof AgeChart>[0], "asTable" | "label"> {
  title: string;
  note: ReactNode;
  error?: unknown;
  /** What is said instead of bars without records. */
  none: string;
}

/** The ages of records in a picture, with the same numbers as a table. */
const AgeSheet = ({ title, note, error, none, ...chart }: AgeSheetProps) => {
  const [asTable, setTable] = useState(false);
  return (
    <Sheet
      title={title}
      note={
        <span className="row">
          {note}
          <Button
            disabled={!chart.counts?.some((count) => count > 0)}
            size="xs"
            variant="subtle"
            color="gray"
            aria-label={`${asTable ? "Show as chart" : "Show as table"}: ${title}`}
            onClick={() => setTable(!asTable)}
          >
            {asTable ? "Show as chart" : "Show as table"}
          </Button>
        </span>
      }
    >
      {error ? (
        <p className="faint">{describeFailure(error)}</p>
      ) : chart.counts?.every((count) => count === 0) ? (
        <p className="faint">{none}</p>
      ) : (
        <AgeChart {...chart} asTable={asTable} label={`${title}, as a table`} />
      )}
    </Sheet>
  );
};

const searchRmas = ({ after, before }: DateRange) => ({
  status: waitingRmas.status,
  sort: "createdAt",
  createdAfter: after,
  createdBefore: before,
});

interface RmasSheetProps {
  /** The RMAs with undecided units; undefined while some are loading. */
  open: readonly Rma[] | undefined;
  units: number;
  /** The number of loaded RMAs, if there are more: then only those are counted. */
  loaded: number | undefined;
  now: number;
}

/** The ages of the RMAs to decide, with links to them. */
const RmasSheet = ({ open, units, loaded, now }: RmasSheetProps) => {
  const dates = open?.map(({ createdAt }) => createdAt);
  const undecided = `${formatCount(units, "unit")} undecided`;
  return (
    <AgeSheet
      title="RMAs by age"
      note={
        open && (
          <Link to="/rmas/queue">
            {loaded === undefined
              ? undecided
              : `${undecided}, ${formatQuantity(loaded)} RMAs loaded`}
          </Link>
        )
      }
      counts={dates && countByAge(dates, now)}
      none="No RMAs to decide"
      to="/rmas"
      searchOf={searchRmas}
      now={now}
    />
  );
};

const openStatus = { status: "open" };
const searchReturns = ({ after, before }: DateRange) => ({
  ...openStatus,
  sort: "insertedAt",
  createdAfter: after,
  createdBefore: before,
});

/** The ages of open returns, with links to them. */
const ReturnsSheet = ({ now, figures }: { now: number; figures: Figures["returns"] }) => {
  const { newest, rows, total, isPart, isPending } = figures;
  const ages = rows.map(({ insertedAt }) => insertedAt);
  // Without a total, a full page means "or more".
  const orMore = isPart && total === undefined ? "+" : "";
  const count = `${formatQuantity(total ?? rows.length)}${orMore} open`;
  const link = (
    <Link to="/returns" search={openStatus}>
      {isPart && !isPending ? `${count}, ${formatQuantity(rows.length)} loaded` : count}
    </Link>
  );
  return (
    <AgeSheet
      title="Open returns by age"
      note={newest.data && link}
      error={newest.isLoadingError && newest.error}
      counts={newest.data && !isPending ? countByAge(ages, now) : undefined}
      none="No open returns"
      to="/returns"
      searchOf={searchReturns}
      now={now}
    />
  );
};

/** Purchase orders that wait, and those that should have shipped already. */
const LateSheet = ({ figures: { received, late } }: { figures: Figures }) => (
  <Sheet title="Purchase orders waiting" flush>
    <ul className="figure-list">
      <FigureRow
        label="To be received"
        query={received}
        figureOf={({ value }) => ({ count: value })}
        to="/purchase-orders"
        search={processing}
        tone="waiting"
      />
      <FigureRow
        label="Not shipped within 2 weeks"
        query={late}
        figureOf={({ late: count, of }) => ({
          count,
          text: of === 0 ? "0" : `${formatQuantity(count)} of ${formatQuantity(of)}`,
        })}
        to="/purchase-orders"
        search={{ ...unshipped, sentBefore: late.data?.since }}
        tone="waiting"
      />
    </ul>
  </Sheet>
);

/** The number of rows; without a total, a full page means "or more". */
const countRows = ({ value, total }: { value: readonly unknown[]; total: number | undefined }) => {
  const count = total ?? value.length;
  const isPart = total === undefined && count >= updatedPageSize;
  return { count, text: `${formatQuantity(count)}${isPart ? "+" : ""}` } satisfies Figure;
};

/** The records that were changed today, by this console or by others. */
const TodaySheet = ({ figures: { today } }: { figures: Figures }) => (
  <Sheet title="Updated today" note="By anyone" flush>
    <ul className="figure-list">
      <FigureRow
        label="RMAs"
        query={today.rmas}
        figureOf={countRows}
        to="/rmas"
        search={{ updatedAfter: today.since }}
      />
      <FigureRow
        label="Returns"
        query={today.returns}
        figureOf={countRows}
        to="/returns"
        search={{ updatedAfter: today.since }}
      />
      <FigureRow
        label="Purchase orders"
        query={today.orders}
        figureOf={({ value }) => ({ count: value })}
        to="/purchase-orders"
        search={{ filterUpdatedAfter: today.since }}
      />
    </ul>
  </Sheet>
);

const named = 3;

const countDisabled = (webhooks: readonly WebhookConfiguration[]): Figure => {
  const count = webhooks.filter(({ status }) => status === "disabled").length;
  const all = webhooks.filter(({ status }) => status !== "deleted").length;
  return { count, text: all === 0 ? "0" : `${formatQuantity(count)} of ${formatQuantity(all)}` };
};

const countFailed = ({ failing }: CheckedDeliveries): Figure => ({
  count: failing.reduce((sum, { failed }) => sum + failed, 0),
});

/** Which deliveries were counted, if not the last ones of all webhooks. */
const describeExtent = ({ active, deliveries }: Figures): string => {
  const checked = deliveries.data?.checked ?? active;
  if (deliveries.data?.byDay) return "Deliveries: last 14 days";
  return checked === active
    ? ""
    : `Deliveries: ${formatQuantity(checked)} of ${formatCount(active, "active webhook")} checked`;
};

/** The webhooks with the most failed deliveries, with links to those. */
const Failing = ({ failing }: CheckedDeliveries) =>
  failing.slice(0, named).map(({ id, name, failed, of, status }) => (
    <li key={id}>
      <Link
        to="/webhooks/$id"
        params={{ id: String(id) }}
        // The webhook's page has the same counts by day.
        search={status === undefined ? {} : { delivery: status }}
        className="overview-row figure-row"
        data-part
      >
        <bdi className="truncate">{name}</bdi>{" "}
        <span className="figure-row__figure">
          {of === undefined
            ? `${formatQuantity(failed)} of the last ${formatQuantity(checkedDeliveries)}`
            : `${formatQuantity(failed)} of ${formatQuantity(of)}`}
        </span>
      </Link>
    </li>
  ));

/** Failures: orders, runs, webhooks and their deliveries. */
const FailingSheet = ({ figures }: { figures: Figures }) => {
  const { orders, runs, webhooks, deliveries } = figures;
  return (
    <Sheet title="Failing" note={describeExtent(figures)} flush>
      <ul className="figure-list">
        <FigureRow
          label="Orders that need attention"
          query={orders}
          figureOf={({ value }) => ({ count: value })}
          to="/purchase-orders"
          search={troubled}
          tone="bad"
        />
        <FigureRow
          label="Receiving runs, status unknown"
          query={runs}
          figureOf={({ value, total }) => ({ count: total ?? value.length })}
          to="/received-orders"
          search={unknownRuns}
          tone="bad"
        />
        <FigureRow
          label="Disabled webhooks"
          query={webhooks}
          figureOf={({ value }) => countDisabled(value)}
          to="/webhooks"
          search={{ status: "disabled" }}
          tone="bad"
        />
        <FigureRow
          label="Failed deliveries"
          query={deliveries}
          figureOf={countFailed}
          to="/webhooks"
          search={{ status: "active" }}
          tone="bad"
        />
        {deliveries.data && <Failing {...deliveries.data} />}
      </ul>
    </Sheet>
  );
};

/** A return without a date is listed last. */
const insertedTime = ({ insertedAt }: ReturnModel): number =>
  readTime(insertedAt) || Number.MAX_SAFE_INTEGER;

const describeItems = ({ totalReturnItems: count }: ReturnModel): string =>
  count === null || count === undefined ? nothing : formatCount(count, "item");

const ReturnRows = ({ returns, now }: { returns: readonly ReturnModel[]; now: number }) => {
  const channelName = useChannelName(true);
  return returns.map((one) => (
    <li key={one.id}>
      <Link
        to="/returns/$id"
        params={{ id: String(one.id) }}
        className="overview-row oldest-return"
      >
        <strong>
          <bdi>{one.returnNumber || `Return ${one.id}`}</bdi>
        </strong>
        <bdi className="faint truncate">{channelName(one.channelId)}</bdi>
        <span>{describeItems(one)}</span>
        <span>{formatMoney(one.refundTotal)}</span>
        <span className="faint">{formatAge(one.insertedAt, now)}</span>
      </Link>
    </li>
  ));
};

/** The open returns that wait longest, in a large window only: nearly all of them are loaded for the chart anyway. */
const OldestReturns = ({ figures, now }: { figures: Figures["returns"]; now: number }) => {
  const { rows, isPart, shown } = figures;
  if (shown === 0 || rows.length === 0) return null;
  const oldest = rows.toSorted((a, b) => insertedTime(a) - insertedTime(b));
  return (
    <div className="overview__oldest">
      <Sheet
        title="Oldest open returns"
        note={isPart ? `Of the ${formatQuantity(rows.length)} returns loaded` : undefined}
        flush
      >
        <ol>
          <ReturnRows returns={oldest.slice(0, shown)} now={now} />
        </ol>
      </Sheet>
    </div>
  );
};

interface OverviewFiguresProps {
  /** The RMAs with undecided units; undefined while some are loading, or if they can't be loaded. */
  open: readonly Rma[] | undefined;
  units: number;
  /** The number of loaded RMAs, if there are more. */
  loaded: number | undefined;
  now: number;
  /** Whether the RMAs couldn't be loaded; the screen says why above. */
  isLost: boolean;
}

const hasFailed = ({ queryKey, state }: Query): boolean =>
  isCounted(queryKey) &&
  state.data === undefined &&
  state.error !== null &&
  !isUnserved(state.error);

/** Says once that figures are missing, and why the first of them is. */
const LostFigures = () => {
  const cache = queryClient.getQueryCache();
  const findFirst = () => cache.findAll({ type: "active", predicate: hasFailed })[0]?.state.error;
  const error = useSyncExternalStore((changed) => cache.subscribe(changed), findFirst);
  const retry = () => void queryClient.refetchQueries({ type: "active", predicate: hasFailed });
  return error ? (
    <ErrorNotice error={error} onRetry={retry}>
      <p>Figures shown as – couldn't be loaded.</p>
    </ErrorNotice>
  ) : null;
};

/** Records that wait, are late or failed, beside the list of RMAs. */
export const OverviewFigures = ({ open, units, loaded, now, isLost }: OverviewFiguresProps) => {
  const served = useServed(rmaOperations.listRmas);
  const isAddressWrong = useIsAddressWrong(!served);
  const figures = useFigures(now);
  useRefresh();
  // At a wrong address nothing is known of what the API offers, and the screen says so once.
  if (!served && isAddressWrong !== false) return null;
  return (
    <>
      <div className="stack">
        {!isLost && <LostFigures />}
        {!isLost && <RmasSheet open={open} units={units} loaded={loaded} now={now} />}
        <ReturnsSheet now={now} figures={figures.returns} />
      </div>
      <div className="stack">
        <LateSheet figures={figures} />
        <TodaySheet figures={figures} />
        {/* It grows when its webhooks are known. */}
        <FailingSheet figures={figures} />
      </div>
      {!figures.returns.isPending && <OldestReturns figures={figures.returns} now={now} />}
    </>
  );
};
