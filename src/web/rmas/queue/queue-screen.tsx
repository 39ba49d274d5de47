import "./queue.css";
import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { isUnserved } from "#web/api/api-error.ts";
import { BaseAddressNotice } from "#web/ui/base-address-notice.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { ErrorNotice } from "#web/ui/error-notice.tsx";
import { IdRequired } from "#web/ui/id-required.tsx";
import { ListKeys } from "#web/ui/list-keys.tsx";
import { pickFilters, useListSearch } from "#web/ui/list-search.ts";
import { Notice } from "#web/ui/notice.tsx";
import { notify } from "#web/ui/notify.ts";
import { OpenById } from "#web/ui/open-by-id.tsx";
import { rmaName } from "#web/ui/rma-name.ts";
import { Screen } from "#web/ui/screen.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { createMediaQuery, useMedia } from "#web/ui/use-media.ts";
import { RmaRunStrip } from "#web/rmas/bulk/lazy-bulk.tsx";
import { getDesk } from "#web/rmas/decision-desks.ts";
import { SnippetsButton } from "#web/rmas/snippets-button.tsx";
import { KeyHint } from "#web/rmas/key-hint.tsx";
import { QueueDecision } from "./queue-decision.tsx";
import { queueKeyWords } from "./queue-keys.ts";
import { QueueList } from "./queue-list.tsx";
import { QueueGuard } from "./queue-guard.tsx";
import { isQueueOpen, reportSaved } from "./queue-report.ts";
import { QueueStatus } from "./queue-status.tsx";
import { useQueue, type Queue } from "./use-queue.ts";
import { useQueueKeys } from "./use-queue-keys.ts";
import { useKnownRma, useQueueRows, useToDecideCount } from "./use-queue-rows.ts";

const loadDrawer = () => import("#web/ui/drawer.tsx");
const Drawer = lazy(async () => ({ default: (await loadDrawer()).Drawer }));

/** A window with room for the list beside the decision. */
const wide = createMediaQuery("(min-width: 60rem)");

const openShortcuts = () =>
  document.querySelector<HTMLElement>('.screen__actions [title="Keyboard shortcuts"]')?.click();

const focusSearch = () => document.querySelector<HTMLElement>(".queue-list__search input")?.focus();

const Steps = ({ queue }: { queue: Queue }) => {
  const { ids, current, step } = queue;
  const place = current === undefined ? 0 : ids.indexOf(current) + 1;
  const button = (label: string, key: string, by: number, locked: boolean) => (
    <Button
      size="xs"
      aria-disabled={locked}
      data-disabled={locked}
      aria-keyshortcuts={key}
      title={`${label} RMA (${key})`}
      onClick={() => locked || step(by)}
    >
      {label} <KeyHint>{key}</KeyHint>
    </Button>
  );
  return (
    <nav className="queue-steps" aria-label="RMA queue">
      <span className="faint">
        {place > 0 ? `${place} of ${ids.length}` : `${ids.length} RMAs`}
      </span>
      {button("Previous", "K", -1, place === 1)}
      {button("Next", "J", 1, place === ids.length)}
    </nav>
  );
};

/** On a narrow window the list is a sheet. */
const ListSheet = ({ queue }: { queue: Queue }) => {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        size="xs"
        className="queue__sheet"
        aria-haspopup="dialog"
        onPointerDown={() => void loadDrawer()}
        onClick={() => setOpen(true)}
      >
        Queue
      </Button>
      {open && (
        <Suspense>
          <Drawer title="RMA queue" onClose={close}>
            <QueueList queue={queue} onOpened={close} />
          </Drawer>
        </Suspense>
      )}
    </>
  );
};

const AllDecided = ({ queue }: { queue: Queue }) => {
  const left = useToDecideCount(queue.ids);
  return (
    <div className="queue__done">
      <Notice
        title={
          left === 0 ? "Every RMA in this queue is decided" : "You went through the whole queue"
        }
        tone="good"
        blank
        actions={
          <>
            <Button variant="filled" onClick={queue.refresh}>
              Check for new RMAs
            </Button>
            <ButtonLink to="/rmas">Go to RMAs</ButtonLink>
          </>
        }
      >
        <p>
          {left === 0
            ? "New RMAs with undecided units are listed here."
            : `${left} still have undecided units: select them in the list.`}
        </p>
      </Notice>
    </div>
  );
};

/** Where the queue was left, a notification says that a save behind it failed. */
const useReportEnded = () => {
  const navigate = useNavigate();
  return (id: number) => {
    const { saving, record } = getDesk(id);
    if (isQueueOpen() || ["editing", "reviewing"].includes(saving.get().kind)) return;
    notify(`${rmaName(record())} wasn't saved`, {
      label: "Open",
      act: () => void navigate({ to: "/rmas/$id", params: { id: String(id) } }),
    });
  };
};

const Pane = ({ queue, isWide }: { queue: Queue; isWide: boolean }) => {
  const { current, sourceName } = queue;
  const rma = useKnownRma(current ?? 0);
  const reportEnded = useReportEnded();
  const nav = (
    <div className="queue__nav">
      {!isWide && <ListSheet queue={queue} />}
      <Steps queue={queue} />
    </div>
  );
  if (current === undefined || !rma)
    return (
      <>
        {nav}
        <AllDecided queue={queue} />
      </>
    );
  return (
    <QueueDecision
      key={current}
      id={current}
      rma={rma}
      source={sourceName(rma.sourceId)}
      nav={nav}
      takesFocus={queue.hasMoved}
      onSaved={reportSaved}
      onEnded={reportEnded}
      onGoOn={queue.goOn}
    />
  );
};

/** Returns from a field to its line, or from the search to the decision. */
const leaveField = (field: HTMLElement) => {
  const to = field.closest<HTMLElement>("[data-line]") ?? document.querySelector(".queue__pane h2");
  if (to instanceof HTMLElement) to.focus({ preventScroll: true });
  else field.blur();
};

const Desk = ({ queue }: { queue: Queue }) => {
  const isWide = useMedia(wide);
  const { current, step, select } = queue;
  const extend = (by: number) => {
    if (current !== undefined && queue.selected.size === 0) select(current, true);
    const to = step(by);
    if (to !== undefined) select(to, true);
  };
  useQueueKeys({
    next: () => step(1),
    previous: () => step(-1),
    selectNext: () => extend(1),
    selectPrevious: () => extend(-1),
    select: () => current !== undefined && select(current, false),
    search: focusSearch,
    help: openShortcuts,
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
          <Pane queue={queue} isWide={isWide} />
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
  if (query.isError)
    return isUnserved(query.error) ? (
      <>
        <BaseAddressNotice />
        <OpenById noun="RMA" kind="rmas" />
      </>
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

const QueueOf = () => {
  const { search } = useListSearch("/rmas/queue");
  const rows = useQueueRows(search);
  const queue = useQueue(rows);
  const count = useToDecideCount(rows.ids);
  return (
    <Screen
      title="RMA queue"
      count={rows.query.isSuccess ? count : undefined}
      crumbs={[{ label: "RMAs", to: "/rmas" }]}
      fill
      beside={<QueueStatus queue={queue} />}
      actions={
        <>
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
