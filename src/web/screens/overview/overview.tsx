import "./overview.css";
import { useState } from "react";
import { later } from "#web/kit/later.tsx";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { WaitingRma } from "#contract/figures.ts";
import { figures } from "#web/api/figures.ts";
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
import { KeyFigures } from "./key-figures.tsx";
import { shownRows, type WaitingFigures } from "./waiting-figures.ts";

const { status } = waitingRmas;

const BaseAddressNotice = later(
  async () => (await import("#web/kit/base-address-notice.tsx")).BaseAddressNotice,
);
const OpenById = later(async () => (await import("#web/records/open-by-id.tsx")).OpenById);
const ListedWaiting = later(async () => (await import("./listed-waiting.ts")).ListedWaiting);
const AllDecided = later(async () => (await import("./all-decided.tsx")).AllDecided);

/** Loaded when the RMAs are drawn, together with the code that its responses need. */
const OverviewFigures = later(async () => {
  await whenDrawn();
  return (await import("./overview-figures.tsx")).OverviewFigures;
});

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

const Body = ({ all, now }: HeadlineProps) => {
  const { figures: counted, waiting, read, isComplete, isServed, failure } = all;
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
          <KeyFigures figures={counted} waiting={whole} />
          <div className="overview">
            <Longest all={all} now={now} />
            <OverviewFigures
              figures={counted}
              waiting={isComplete ? waiting : undefined}
              now={now}
            />
          </div>
        </>
      )}
    </Screen>
  );
};

/** What is shown until the figures, or the code for a list in their place, have loaded. */
const pending: WaitingFigures = {
  figures: undefined,
  waiting: undefined,
  count: "",
  read: undefined,
  isComplete: false,
  isServed: true,
  failure: undefined,
};

/** The work that waits: RMAs first, then everything else. */
export const Overview = () => {
  const now = useNow();
  const { data, isPending } = useQuery(figures());
  const [listed, setListed] = useState(pending);
  const isListed = !isPending && data?.states.rmas.phase !== "ready";
  const counted = data && {
    ...pending,
    figures: data,
    waiting: data.waiting,
    count: formatQuantity(data.waiting.rmas),
    isComplete: true,
  };
  return (
    <>
      <Body all={isListed ? listed : (counted ?? pending)} now={now} />
      {isListed && <ListedWaiting figures={data} now={now} onChange={setListed} />}
    </>
  );
};
