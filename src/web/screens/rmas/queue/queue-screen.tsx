import { Button } from "@mantine/core";
import { type Rma, rmaOperations } from "#contract/rmas.ts";
import { later } from "#web/kit/later.tsx";
import { IconCircleCheck, IconRefresh } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { formatCount, formatTimeOfDay } from "#web/base/format.ts";
import { pickFilters, useListSearch } from "#web/base/list-search.ts";
import { useScreenActions } from "#web/base/screen-actions.ts";
import { createMediaQuery, phone, useMedia } from "#web/base/media.ts";
import { useSetting } from "#web/base/settings.ts";
import { useValue } from "#web/base/value-store.ts";
import { editingChanges } from "#web/editing/editing.ts";
import { isBusy } from "#web/editing/editing-plan.ts";
import { UnsavedGuard } from "#web/editing/unsaved-guard.tsx";
import { ButtonLink, LockableButton } from "#web/kit/button.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { Screen } from "#web/kit/screen.tsx";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { IdRequired, OpenById } from "#web/records/open-by-id.tsx";
import { Peek } from "#web/records/peek.tsx";
import { rmaName } from "#web/records/rma-name.ts";
import { RmaRunStrip } from "#web/screens/rmas/bulk/lazy-bulk.tsx";
import { KeyHint, useDecisionKeys } from "#web/screens/rmas/decision-keys.tsx";
import { EvidencePane } from "#web/screens/rmas/lazy-evidence.tsx";
import { useEvidence } from "#web/screens/rmas/use-evidence.ts";
import { SnippetsButton } from "#web/screens/rmas/snippets-button.tsx";
import { findDecision, findRma } from "#web/screens/rmas/use-decision.ts";
import { QueueDecision } from "./queue-decision.tsx";
import { QueueList } from "./queue-list.tsx";
import { describeLeft, markDecision } from "./queue-model.ts";
import {
  type Queue,
  queueReport,
  useHeld,
  useKnownRma,
  useQueue,
  useQueueRows,
  useToDecideCount,
} from "./use-queue.ts";
import { describeSitting, sitting } from "./sitting.ts";
import "./queue.css";

const Drawer = later(async () => (await import("#web/kit/dialog.tsx")).Drawer);

const Steps = ({ queue }: { queue: Queue }) => {
  const { ids, current, step } = queue;
  const place = current === undefined ? 0 : ids.indexOf(current) + 1;
  const button = (label: string, key: string, by: number, locked: boolean) => (
    <LockableButton
      size="xs"
      locked={locked}
      aria-keyshortcuts={key}
      title={`${label} RMA (${key})`}
      onClick={() => step(by)}
    >
      {label} <KeyHint>{key}</KeyHint>
    </LockableButton>
  );
  return (
    <nav className="row queue-steps" aria-label="RMA queue">
      <span key={place} className="faint">
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
        aria-haspopup="dialog"
        onPointerDown={() => void Drawer.load().catch(() => undefined)}
        onClick={() => setOpen(true)}
      >
        Queue
      </Button>
      {open && (
        <Drawer title="RMA queue" onClose={close}>
          <QueueList queue={queue} onOpened={close} />
        </Drawer>
      )}
    </>
  );
};

/** The figures of what was decided since the queue was opened. */
const Recap = () => {
  const figures = describeSitting(useValue(sitting));
  return (
    figures.length > 0 && (
      <ul className="queue-recap" aria-label="Decided in this sitting">
        {figures.map(([figure, of]) => (
          <li key={of}>
            <strong>{figure}</strong> <span className="soft">{of}</span>
          </li>
        ))}
      </ul>
    )
  );
};

const AllDecided = ({ queue }: { queue: Queue }) => {
  const left = useToDecideCount(queue.ids);
  const title = useRef<HTMLHeadingElement>(null);
  // Enter goes on from here.
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  return (
    <section className="queue__done" aria-labelledby="queue-done">
      <IconCircleCheck className="queue__check" aria-hidden="true" />
      <h2 id="queue-done" ref={title} tabIndex={-1}>
        {left === 0 ? "Every RMA in this queue is decided" : "You went through the whole queue"}
      </h2>
      <Recap />
      <p className="soft">{describeLeft(left)}</p>
      <div className="row">
        {left > 0 && (
          <Button variant="filled" onClick={queue.goOn}>
            Open the first of them
          </Button>
        )}
        <Button variant={left > 0 ? "default" : "filled"} onClick={() => void queue.refresh()}>
          Check for new RMAs
        </Button>
        <ButtonLink to="/returns" search={{ status: "open" }}>
          Go to open returns
        </ButtonLink>
        <ButtonLink to="/rmas">Go to RMAs</ButtonLink>
      </div>
    </section>
  );
};

/** A window with room for the list beside the decision. */
const wide = createMediaQuery("(min-width: 60rem) and (min-height: 37.5rem)");

/** A window with room for a third pane. */
const vast = createMediaQuery("(min-width: 100rem) and (min-height: 37.5rem)");

const markOf = (id: number) => markDecision(findRma(id), findDecision(id));
const nameOf = (id: number) => rmaName(findRma(id) ?? { id });

/** The results of the saves of earlier RMAs: those that failed can be opened. Its space is reserved. */
const QueueStatus = ({ queue, otherwise }: { queue: Queue; otherwise?: ReactNode }) => {
  useValue(editingChanges);
  const report = useValue(queueReport);
  const held = useHeld(queue.ids);
  const seconds = useSetting("undoTime");
  const failed = queue.ids.filter((id) => id !== queue.current && markOf(id)?.failed);
  const isSaving = (id: number) =>
    isBusy(findDecision(id)?.state.get().phase ?? { kind: "editing" });
  const saving = queue.ids.filter(isSaving).length;
  const words = saving > 0 ? `Saving ${formatCount(saving, "RMA")}…` : report;
  const [first] = failed;
  return (
    <div className="row queue-status small">
      <p role="status" className="queue-status__said">
        {held === undefined
          ? words || otherwise
          : `${nameOf(held)} is saved after ${seconds} seconds.`}
      </p>
      {held !== undefined && (
        <Button size="xs" aria-keyshortcuts="U" onClick={queue.takeBack}>
          Undo save <KeyHint>U</KeyHint>
        </Button>
      )}
      <div role="alert" className="row queue-status__failed">
        {first !== undefined && (
          <>
            <span>
              {failed.length === 1
                ? `${nameOf(first)}: ${markOf(first)?.label.toLowerCase()}`
                : `${formatCount(failed.length, "save")} failed`}
            </span>
            <Button size="xs" color="red" variant="outline" onClick={() => queue.open(first)}>
              Open {nameOf(first)}
            </Button>
          </>
        )}
      </div>
    </div>
  );
};

/** The evidence of the open RMA, where it has a pane of its own. */
const SidePane = ({ queue, rma }: { queue: Queue; rma: Rma }) => {
  const evidence = useEvidence(rma.id ?? 0, false);
  return (
    <div className="queue__pane">
      <EvidencePane rma={rma} sourceName={queue.sourceName(rma.sourceId)} evidence={evidence} />
    </div>
  );
};

/** The open RMA with its place in the queue, or that all are decided. */
const QueuePane = ({ queue, isWide }: { queue: Queue; isWide: boolean }) => {
  const { current, sourceName } = queue;
  const rma = useKnownRma(current ?? 0);
  const isVast = useMedia(vast);
  const isPhone = useMedia(phone);
  const nav = (
    <div className="row queue__nav">
      {!isWide && <ListSheet queue={queue} />}
      <Steps queue={queue} />
    </div>
  );
  if (current === undefined || !rma)
    return (
      <div className="queue__pane">
        {nav}
        <AllDecided queue={queue} />
      </div>
    );
  return (
    <>
      <div className="queue__pane">
        <QueueDecision
          key={current}
          id={current}
          rma={rma}
          source={sourceName(rma.sourceId)}
          nav={nav}
          takesFocus={queue.hasMoved}
          {...(isPhone && {
            status: (otherwise) => <QueueStatus queue={queue} otherwise={otherwise} />,
          })}
          hasEvidence={!isVast}
          onShown={queue.showDecision}
          onGoOn={queue.goOn}
        />
      </div>
      {isVast && <SidePane queue={queue} rma={rma} />}
    </>
  );
};

/** Asks before the person leaves with changes that are neither saved nor being saved: saves go on behind other screens. */
const QueueGuard = ({ ids }: { ids: readonly number[] }) => {
  const unsaved = () =>
    ids
      .flatMap((id) => findDecision(id) ?? [])
      .filter(({ isDirty, state }) => isDirty() && !isBusy(state.get().phase));
  return (
    <UnsavedGuard
      dirty={() => unsaved().length > 0}
      onDiscard={() => {
        for (const editing of unsaved()) editing.discard();
      }}
    />
  );
};

/** Returns from a field to its line, or from the search to the decision. */
const leaveField = (field: HTMLElement) => {
  const to = field.closest<HTMLElement>("[data-line]") ?? document.querySelector(".queue__pane h2");
  if (to instanceof HTMLElement) to.focus({ preventScroll: true });
  else field.blur();
};

const QueueBody = ({ queue }: { queue: Queue }) => {
  const isWide = useMedia(wide);
  const { current, step, extend, select } = queue;
  useDecisionKeys({
    next: () => step(1),
    previous: () => step(-1),
    selectNext: () => extend(1),
    selectPrevious: () => extend(-1),
    undo: queue.undo,
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
        <QueuePane queue={queue} isWide={isWide} />
      </div>
      <Peek />
      <QueueGuard ids={queue.ids} />
    </>
  );
};

const Waiting = () => (
  <div className="queue" role="status" aria-busy="true" aria-label="Loading RMAs">
    <div className="sheet queue__list stack queue__wait">
      {[20, 24, 18, 22, 25, 19, 23, 21].map((width, row) => (
        <Skeleton key={row} width={width} />
      ))}
    </div>
    <div className="queue__pane">
      <div className="sheet stack queue__wait">
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
    return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} blank />;
  if (query.isPending) return <Waiting />;
  return ids.length > 0 ? (
    <QueueBody queue={queue} />
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
  const isPhone = useMedia(phone);
  return (
    <Screen
      title="RMA queue"
      count={rows.query.data ? count : undefined}
      crumbs={[{ label: "RMAs", to: "/rmas" }]}
      fill
      needs={rmaOperations.listRmas}
      unserved={<OpenById noun="RMA" kind="rmas" />}
      beside={!isPhone && <QueueStatus queue={queue} />}
      actions={
        <>
          {rows.query.data && <RefreshButton queue={queue} />}
          <SnippetsButton />
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
