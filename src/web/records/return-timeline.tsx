import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { readTime } from "#contract/read-time.ts";
import { Events } from "#web/kit/events.tsx";
import { formatAge, formatCount, formatDateTime } from "#web/base/format.ts";
import type { RecordKind } from "#web/base/list-search.ts";
import { OrderEventsSearch, useOrderEvents } from "./order-events.tsx";
import { createReturnHistory, type ReturnEvent, type ReturnRecords } from "./return-events.ts";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { TrackingNumber } from "./shipping.tsx";
import { useNow } from "#web/base/use-now.ts";

export interface ReturnTimelineProps extends ReturnRecords {
  /** The record of the screen, which needs no link. */
  own: { kind: RecordKind; id: number };
  /** The missing parts, in sentences. */
  missing: readonly string[];
  /** Whether the orders may still be found, whose events are the oldest. */
  isSearching: boolean;
}

/** More would bury the newest. */
const mostShown = 40;

const Title = ({
  event: { subject, what },
  own,
}: { event: ReturnEvent } & Pick<ReturnTimelineProps, "own">) => {
  const { kind, id, name } = subject;
  const isLink = Boolean(id) && !(kind === own.kind && id === own.id);
  return (
    <>
      {isLink ? (
        <Link to={`/${kind}/$id`} params={{ id: String(id) }}>
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <bdi>{name}</bdi>
      )}{" "}
      {what}
    </>
  );
};

const Details = ({ event: { details, tracking } }: { event: ReturnEvent }) =>
  (details.length > 0 || tracking) && (
    <p className="row return-timeline__details small">
      {details.map((text) => (
        <bdi key={text}>{text}</bdi>
      ))}
      {tracking && <TrackingNumber {...tracking} />}
    </p>
  );

const Undated = ({
  events,
  own,
}: { events: readonly ReturnEvent[] } & Pick<ReturnTimelineProps, "own">) =>
  events.length > 0 && (
    <div className="return-timeline__undated">
      <h3 className="label">Date not recorded</h3>
      <ul>
        {events.map((event, index) => (
          <li key={index} data-tone={event.tone}>
            <Title event={event} own={own} />
          </li>
        ))}
      </ul>
    </div>
  );

/** The history of a return: its events, the newest first, then what the API gives no time for. */
export const ReturnTimeline = ({ own, missing, isSearching, ...parts }: ReturnTimelineProps) => {
  const now = useNow();
  const [all, setAll] = useState(false);
  const webhooks = useOrderEvents(parts.orders);
  const { events, undated } = createReturnHistory({ ...parts, others: webhooks.events });
  const hidden = all ? 0 : Math.max(0, events.length - mostShown);
  const shown = events.slice(hidden).toReversed();
  return (
    <div className="return-timeline">
      {events.length === 0 && !isSearching && <p className="faint">No dates.</p>}
      <Events
        reached={shown.filter(({ at }) => readTime(at) <= now).length}
        events={shown.map((event, index) => ({
          key: String(shown.length - index),
          title: <Title event={event} own={own} />,
          tone: event.tone,
          children: (
            <>
              <time dateTime={event.at}>{formatDateTime(event.at)}</time>{" "}
              <span className="faint">{formatAge(event.at, now)}</span>
              <Details event={event} />
            </>
          ),
        }))}
      />
      {hidden > 0 && (
        <Button size="xs" variant="default" onClick={() => setAll(true)}>
          Show {formatCount(hidden, "earlier event")}
        </Button>
      )}
      {isSearching && (
        <div
          className="return-timeline__search"
          role="status"
          aria-busy="true"
          aria-label="Loading"
        >
          <Skeleton width={24} />
          <Skeleton width={18} />
        </div>
      )}
      <Undated events={undated} own={own} />
      <OrderEventsSearch of={webhooks} />
      {missing.map((text) => (
        <p key={text} className="faint small">
          {text}
        </p>
      ))}
    </div>
  );
};
