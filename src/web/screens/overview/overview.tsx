import "./overview.css";
import { later } from "#web/kit/later.tsx";
import { Link } from "@tanstack/react-router";
import { type Rma, hasUndecidedUnits, rmaOperations } from "#contract/rmas.ts";
import { useServed } from "#web/base/served.ts";
import { useSourceName } from "#web/api/account.ts";
import { rmaList, waitingRmas } from "#web/api/rmas.ts";
import { ButtonLink } from "#web/kit/button.tsx";
import { rmaName } from "#web/records/rma-name.ts";
import { countUndecided, RmaStatusBadge } from "#web/records/rma-status.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { formatAge, formatCount, formatQuantity } from "#web/base/format.ts";
import { Notice } from "#web/kit/notice.tsx";
import { Screen, Sheet } from "#web/kit/screen.tsx";
import { Skeleton, SkeletonCell } from "#web/kit/skeleton.tsx";
import { useNow } from "#web/base/use-now.ts";
import { whenDrawn } from "#web/base/when-idle.ts";
import { useListEnds } from "./use-list-ends.ts";
import { summarizeWaiting } from "./waiting.ts";

const { status, pageSize } = waitingRmas;
/** As many rows as a laptop shows without scrolling; a phone shows the first of them. */
const shown = 16;

const BaseAddressNotice = later(
  async () => (await import("#web/kit/base-address-notice.tsx")).BaseAddressNotice,
);
const OpenById = later(async () => (await import("#web/records/open-by-id.tsx")).OpenById);

/** Loaded when the RMAs are drawn, together with the code that its responses need. */
const OverviewFigures = later(async () => {
  await whenDrawn();
  return (await import("./overview-figures.tsx")).OverviewFigures;
});

const pageOf = (pageNumber: number) =>
  rmaList({ ...waitingRmas, pageNumber }, pageNumber === 1 ? "click" : "background");

/** The RMAs to decide: all of up to two pages, else the newest and the oldest. */
const useWaiting = () => {
  const { newest, rows, total, isPart, isPending } = useListEnds({
    pageOf,
    pageSize,
    shown,
    fits: hasUndecidedUnits,
  });
  const waiting = summarizeWaiting(rows);
  const count = waiting.open.length;
  const isLoaded = newest.data !== undefined;
  return {
    newest,
    waiting,
    /**
     * The count in words: without a total, a full page means "or more". Decided RMAs on pages that were not read are
     * included.
     */
    count:
      total === undefined
        ? `${formatQuantity(count)}${isPart ? "+" : ""}`
        : formatQuantity(total - waiting.decided),
    none: isLoaded && !isPart && count === 0,
    partly: isPart,
    read: rows.length,
    /** True once everything that will be loaded has loaded. */
    known: isLoaded && !isPending,
  };
};

const Rows = ({ rmas, now }: { rmas: readonly Rma[]; now: number }) => {
  const sourceName = useSourceName(true);
  return rmas.map((rma, place) => {
    return (
      <li key={rma.id ?? place}>
        <Link to="/rmas/$id" params={{ id: String(rma.id) }} className="overview-row waiting__row">
          <strong>
            <bdi>{rmaName(rma)}</bdi>
          </strong>
          <span className="faint truncate">
            <bdi>{sourceName(rma.sourceId)}</bdi>
          </span>
          <RmaStatusBadge status={rma.rmaStatus} />
          <span>{`${formatCount(countUndecided(rma), "unit")} open`}</span>
          <span className="faint">{formatAge(rma.createdAt, now)}</span>
        </Link>
      </li>
    );
  });
};

const SkeletonRows = () =>
  Array.from({ length: shown }, (_, row) => (
    <li key={row} className="overview-row waiting__row" aria-hidden="true">
      <SkeletonCell width={9} />
      <SkeletonCell width={18} />
      <SkeletonCell width={8} />
      <SkeletonCell width={7} />
      <SkeletonCell width={7} />
    </li>
  ));

/** "for 3 days", "since yesterday". */
const describeAge = (at: string, now: number): string => {
  const text = formatAge(at, now);
  return text.endsWith(" ago") ? `for ${text.slice(0, -" ago".length)}` : `since ${text}`;
};

const Headline = ({
  count,
  none,
  oldest,
  now,
}: {
  count: string;
  none: boolean;
  oldest: Rma | undefined;
  now: number;
}) =>
  none ? (
    <p className="overview__headline">No RMAs are waiting for a decision.</p>
  ) : (
    <p className="overview__headline">
      <Link to="/rmas" search={{ status }}>
        {count} {count === "1" ? "RMA" : "RMAs"}
      </Link>{" "}
      {`${count === "1" ? "is" : "are"} waiting for a decision${oldest?.createdAt ? `, the oldest ${describeAge(oldest.createdAt, now)}` : ""}.`}
    </p>
  );

/** Opens the queue, the oldest RMA first. Its space is reserved from the start. */
const StartDeciding = ({ first }: { first: Rma | undefined }) =>
  first ? (
    <ButtonLink to="/rmas/queue" variant="filled">
      Start deciding
    </ButtonLink>
  ) : null;

/** Shown where the RMAs can't be listed. */
const Unserved = () => (
  <BaseAddressNotice>
    <OpenById noun="RMA" kind="rmas" />
  </BaseAddressNotice>
);

type Waiting = ReturnType<typeof useWaiting>;

/** How many RMAs wait, and since when; its space is reserved. */
const Summary = ({ waiting: all, now }: { waiting: Waiting; now: number }) => {
  const { newest, waiting, count, none, partly } = all;
  return newest.data ? (
    <Headline count={count} none={none} oldest={partly ? undefined : waiting.open[0]} now={now} />
  ) : (
    <div className="overview__headline">
      <Skeleton width={30} />
    </div>
  );
};

/** The RMAs that wait longest. */
const Longest = ({ waiting: all, now }: { waiting: Waiting; now: number }) => {
  const { waiting, none, partly, read, known } = all;
  return (
    <Sheet
      title="Waiting longest"
      note={partly && known ? `Of the ${formatQuantity(read)} RMAs loaded` : undefined}
      flush
    >
      {none ? (
        <Notice title="No RMAs to decide" blank tone="good">
          <p>New RMAs with undecided units are listed here.</p>
        </Notice>
      ) : (
        // Older RMAs would replace the newest ones under the pointer.
        <ol className="waiting" aria-busy={!known}>
          {known ? <Rows rmas={waiting.open.slice(0, shown)} now={now} /> : <SkeletonRows />}
        </ol>
      )}
    </Sheet>
  );
};

/** The work that waits: RMAs first, in one request, then everything else. */
export const Overview = () => {
  const now = useNow();
  const all = useWaiting();
  const { newest, waiting, partly, read, known } = all;
  // What was loaded stays when it can't be loaded again.
  const served = useServed(rmaOperations.listRmas);
  const isLost = !served || newest.isLoadingError;
  const figures = (isLost || !newest.isPending) && (
    <OverviewFigures
      open={known ? waiting.open : undefined}
      units={waiting.units}
      loaded={partly ? read : undefined}
      now={now}
      isLost={isLost}
    />
  );
  return (
    <Screen
      title="Overview"
      actions={<StartDeciding first={known ? waiting.open[0] : undefined} />}
    >
      {!served ? (
        <Unserved />
      ) : (
        newest.isError && <ErrorNotice error={newest.error} onRetry={() => void newest.refetch()} />
      )}
      {!isLost && <Summary waiting={all} now={now} />}
      <div className="overview">
        {!isLost && <Longest waiting={all} now={now} />}
        {figures}
      </div>
    </Screen>
  );
};
