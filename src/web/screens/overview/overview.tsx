import "./overview.css";
import { later } from "#web/kit/later.tsx";
import { Link } from "@tanstack/react-router";
import type { Figures, WaitingRma } from "#contract/figures.ts";
import { useSourceName } from "#web/api/account.ts";
import { waitingRmas } from "#web/api/rmas.ts";
import { useNow } from "#web/base/use-now.ts";
import { whenDrawn } from "#web/base/when-idle.ts";
import { formatAge, formatMoney, formatQuantity } from "#web/base/format.ts";
import { ButtonLink } from "#web/kit/button.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { Screen, Sheet } from "#web/kit/screen.tsx";
import { Skeleton, SkeletonCell } from "#web/kit/skeleton.tsx";
import { RmaStatusBadge } from "#web/records/rma-status.tsx";
import { shownRows, useWaiting, type WaitingFigures } from "./waiting.ts";

const { status } = waitingRmas;

const BaseAddressNotice = later(
  async () => (await import("#web/kit/base-address-notice.tsx")).BaseAddressNotice,
);
const OpenById = later(async () => (await import("#web/records/open-by-id.tsx")).OpenById);
const AllDecided = later(async () => (await import("./all-decided.tsx")).AllDecided);

/** Loaded when the RMAs are drawn, together with the code that its responses need. */
const OverviewFigures = later(async () => {
  await whenDrawn();
  return (await import("./overview-figures.tsx")).OverviewFigures;
});
const Trends = later(async () => {
  await whenDrawn();
  return (await import("./trends.tsx")).Trends;
});
const KeyFigures = later(async () => (await import("./key-figures.tsx")).KeyFigures);

const Heads = () => (
  <div className="waiting__row waiting__heads label" aria-hidden="true">
    <span>RMA</span>
    <span>Source</span>
    <span>Status</span>
    <span>Open units</span>
    <span>Credit</span>
    <span>Waiting since</span>
  </div>
);

const Rows = ({ rmas, now }: { rmas: readonly WaitingRma[]; now: number }) => {
  const sourceName = useSourceName(true);
  return rmas.map((rma, place) => (
    <li key={rma.id ?? place}>
      <Link to="/rmas/$id" params={{ id: String(rma.id) }} className="overview-row waiting__row">
        <strong>
          <bdi>{rma.name || `RMA ${rma.id}`}</bdi>
        </strong>
        <span className="faint truncate">
          <bdi>{sourceName(rma.sourceId)}</bdi>
        </span>
        <RmaStatusBadge status={rma.status} />
        <span>{formatQuantity(rma.units)}</span>
        <span>{formatMoney(rma.credit)}</span>
        <span className="faint">{formatAge(rma.createdAt, now)}</span>
      </Link>
    </li>
  ));
};

const SkeletonRows = () =>
  Array.from({ length: shownRows }, (_, row) => (
    <li key={row} className="overview-row waiting__row" aria-hidden="true">
      {[9, 18, 8, 2, 6, 7].map((width, place) => (
        <SkeletonCell key={place} width={width} />
      ))}
    </li>
  ));

/** "for 3 days", "since yesterday". */
const describeAge = (at: string, now: number): string => {
  const text = formatAge(at, now);
  return text.endsWith(" ago") ? `for ${text.slice(0, -" ago".length)}` : `since ${text}`;
};

interface HeadlineProps {
  all: WaitingFigures;
  now: number;
}

/** How many RMAs wait, and since when; its space is reserved. */
const Headline = ({ all: { waiting, count, read }, now }: HeadlineProps) => {
  if (waiting === undefined)
    return (
      <div className="overview__headline">
        <Skeleton width={30} />
      </div>
    );
  if (waiting.rmas === 0 && read === undefined)
    return <p className="overview__headline">Every RMA is decided.</p>;
  const oldest = read === undefined ? waiting.longest[0]?.createdAt : undefined;
  return (
    <p className="overview__headline">
      <Link to="/rmas" search={{ status }}>
        {count} {count === "1" ? "RMA" : "RMAs"}
      </Link>{" "}
      {`${count === "1" ? "is" : "are"} waiting for a decision${oldest ? `, the oldest ${describeAge(oldest, now)}` : ""}.`}
    </p>
  );
};

/** Opens the queue, the oldest RMA first. Its space is reserved from the start. */
const StartDeciding = ({ first }: { first: WaitingRma | undefined }) =>
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

/** The RMAs that wait longest. */
const Longest = ({ all, now }: HeadlineProps) => {
  const { waiting, read, isComplete, figures } = all;
  const isEmpty = isComplete && read === undefined && waiting?.rmas === 0;
  if (isEmpty)
    return (
      <section className="sheet" aria-label="All decided">
        <AllDecided figures={figures} />
      </section>
    );
  return (
    <Sheet
      title="Waiting longest"
      note={
        read !== undefined && isComplete ? `Of the ${formatQuantity(read)} RMAs loaded` : undefined
      }
      flush
    >
      <div className="waiting">
        <Heads />
        {/* Older RMAs would replace the newest ones under the pointer. */}
        <ol aria-busy={!isComplete}>
          {isComplete && waiting ? (
            <Rows rmas={waiting.longest.slice(0, shownRows)} now={now} />
          ) : (
            <SkeletonRows />
          )}
        </ol>
      </div>
    </Sheet>
  );
};

const hasTrends = (figures: Figures | undefined): figures is Figures =>
  figures?.states.rmas.phase === "ready" && figures.weeks.some(({ created }) => created > 0);

/** The work that waits: RMAs first, then everything else. */
export const Overview = () => {
  const now = useNow();
  const all = useWaiting(now);
  const { figures, waiting, read, isComplete, isServed, failure } = all;
  const whole = isComplete && read === undefined ? waiting : undefined;
  // What was loaded stays when it can't be loaded again.
  const isLost = !isServed || (failure !== undefined && waiting === undefined);
  return (
    <Screen
      title="Overview"
      actions={<StartDeciding first={isComplete ? waiting?.longest[0] : undefined} />}
    >
      {!isServed ? (
        <Unserved />
      ) : (
        failure && <ErrorNotice error={failure.error} onRetry={failure.retry} />
      )}
      {!isLost && (
        <>
          <Headline all={all} now={now} />
          <div className="key-figures">
            <KeyFigures figures={figures} waiting={whole} />
          </div>
          <div className="overview">
            <Longest all={all} now={now} />
            <OverviewFigures
              figures={figures}
              waiting={isComplete ? waiting : undefined}
              now={now}
            />
            {hasTrends(figures) && <Trends figures={figures} />}
          </div>
        </>
      )}
    </Screen>
  );
};
