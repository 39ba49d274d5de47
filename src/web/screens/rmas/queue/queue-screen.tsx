import "./queue.css";
import { IconRefresh } from "@tabler/icons-react";
import { isUnserved } from "#web/base/api-error.ts";
import { BaseAddressNotice } from "#web/kit/base-address-notice.tsx";
import { ButtonLink, LockableButton } from "#web/kit/button.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { formatTimeOfDay } from "#web/base/format.ts";
import { IdRequired, OpenById } from "#web/records/open-by-id.tsx";
import { ListKeys } from "#web/kit/list-keys.tsx";
import { pickFilters, useListSearch } from "#web/base/list-search.ts";
import { Notice } from "#web/kit/notice.tsx";
import { Screen } from "#web/kit/screen.tsx";
import { useScreenActions } from "#web/base/screen-actions.ts";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { createMediaQuery, useMedia } from "#web/base/media.ts";
import { RmaRunStrip } from "#web/screens/rmas/bulk/lazy-bulk.tsx";
import { SnippetsButton } from "#web/screens/rmas/snippets-button.tsx";
import { queueKeyWords } from "./queue-keys.ts";
import { QueueList } from "./queue-list.tsx";
import { QueueGuard } from "./queue-guard.tsx";
import { QueueStatus } from "./queue-status.tsx";
import { QueuePane } from "./queue-pane.tsx";
import { useQueue, type Queue } from "./use-queue.ts";
import { useQueueKeys } from "./use-queue-keys.ts";
import { useQueueRows, useToDecideCount } from "./use-queue-rows.ts";

/** A window with room for the list beside the decision. */
const wide = createMediaQuery("(min-width: 60rem) and (min-height: 37.5rem)");

/** Returns from a field to its line, or from the search to the decision. */
const leaveField = (field: HTMLElement) => {
  const to = field.closest<HTMLElement>("[data-line]") ?? document.querySelector(".queue__pane h2");
  if (to instanceof HTMLElement) to.focus({ preventScroll: true });
  else field.blur();
};

const Desk = ({ queue }: { queue: Queue }) => {
  const isWide = useMedia(wide);
  const { current, step, extend, select } = queue;
  useQueueKeys({
    next: () => step(1),
    previous: () => step(-1),
    selectNext: () => extend(1),
    selectPrevious: () => extend(-1),
    select: () => current !== undefined && select(current, false),
    leave: (field) => {
      if (field.matches("[type=search]")) queue.setTyped("");
      leaveField(field);
    },
  });
  return (
    <>
      <div className="queue">
        {isWide && (
          <aside className="sheet queue__list" aria-label="Queue">
            <QueueList queue={queue} />
          </aside>
        )}
        <div className="queue__pane">
          <QueuePane queue={queue} isWide={isWide} />
        </div>
      </div>
      <QueueGuard ids={queue.ids} />
    </>
  );
};

const Waiting = () => (
  <div className="queue" role="status" aria-busy="true" aria-label="Loading RMAs">
    <div className="sheet queue__list queue__wait">
      {[20, 24, 18, 22, 25, 19, 23, 21].map((width, row) => (
        <Skeleton key={row} width={width} />
      ))}
    </div>
    <div className="queue__pane">
      <div className="sheet queue__wait">
        {[30, 42, 38, 26, 34].map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
    </div>
  </div>
);

const Content = ({ queue }: { queue: Queue }) => {
  const { query, unknownReturn, ids } = queue;
  if (unknownReturn !== undefined)
    return (
      <IdRequired noun="return" name="returnId" typed={unknownReturn}>
        A return's page shows its ID and its RMAs.
      </IdRequired>
    );
  // After a failed refresh the queue stays as it was.
  if (query.isLoadingError)
    return isUnserved(query.error) ? (
      <BaseAddressNotice>
        <OpenById noun="RMA" kind="rmas" />
      </BaseAddressNotice>
    ) : (
      <ErrorNotice error={query.error} onRetry={() => void query.refetch()} blank />
    );
  if (query.isPending) return <Waiting />;
  return ids.length > 0 ? (
    <Desk queue={queue} />
  ) : (
    <Notice
      title="No RMAs to decide"
      tone="good"
      blank
      actions={<ButtonLink to="/rmas">Go to RMAs</ButtonLink>}
    >
      <p>RMAs with undecided units that match the filters are listed here.</p>
    </Notice>
  );
};

/** New RMAs arrive while others are decided. */
const RefreshButton = ({ queue }: { queue: Queue }) => {
  const { isFetching } = queue.query;
  const refresh = () => {
    if (!isFetching) void queue.refresh();
  };
  useScreenActions([{ label: "Refresh", run: refresh }]);
  return (
    <LockableButton
      size="xs"
      variant="subtle"
      color="gray"
      title={`Loaded at ${formatTimeOfDay(queue.query.dataUpdatedAt)}`}
      leftSection={<IconRefresh aria-hidden="true" />}
      locked={isFetching}
      onClick={refresh}
    >
      Refresh
    </LockableButton>
  );
};

const QueueOf = () => {
  const { search } = useListSearch("/rmas/queue");
  const rows = useQueueRows(search);
  const queue = useQueue(rows);
  const count = useToDecideCount(rows.ids);
  return (
    <Screen
      title="RMA queue"
      count={rows.query.data ? count : undefined}
      crumbs={[{ label: "RMAs", to: "/rmas" }]}
      fill
      beside={<QueueStatus queue={queue} />}
      actions={
        <>
          {rows.query.data && <RefreshButton queue={queue} />}
          <SnippetsButton />
          <ListKeys keys={queueKeyWords} />
        </>
      }
    >
      <RmaRunStrip />
      <Content queue={queue} />
    </Screen>
  );
};

/** RMAs one after the other: the list of those that wait, and the decision on one of them beside it. */
export const RmaQueue = () => {
  const { search } = useListSearch("/rmas/queue");
  const { rma: _, ...filters } = pickFilters(search);
  // Other filters are another queue.
  return <QueueOf key={JSON.stringify(filters)} />;
};
