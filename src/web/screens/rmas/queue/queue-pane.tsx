import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { ButtonLink, LockableButton } from "#web/kit/button.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { getDesk } from "#web/screens/rmas/decision-desks.ts";
import { KeyHint } from "#web/screens/rmas/key-hint.tsx";
import { useReportDecision } from "#web/screens/rmas/use-report-decision.ts";
import { describeLeft } from "./describe-left.ts";
import { QueueDecision } from "./queue-decision.tsx";
import { QueueList } from "./queue-list.tsx";
import { isQueueOpen, reportSaved } from "./queue-report.ts";
import type { Queue } from "./use-queue.ts";
import { useKnownRma, useToDecideCount } from "./use-queue-rows.ts";

const loadDrawer = () => import("#web/kit/dialog.tsx");
const Drawer = lazy(async () => ({ default: (await loadDrawer()).Drawer }));

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
            <Button variant="filled" onClick={() => void queue.refresh()}>
              Check for new RMAs
            </Button>
            <ButtonLink to="/rmas">Go to RMAs</ButtonLink>
          </>
        }
      >
        <p>{describeLeft(left)}</p>
      </Notice>
    </div>
  );
};

/** Notifies of a failed save after the user left the queue. */
const useReportEnded = () => {
  const report = useReportDecision();
  return (id: number) => {
    if (!isQueueOpen()) report(id, getDesk(id));
  };
};

/** The open RMA with its place in the queue, or that all are decided. */
export const QueuePane = ({ queue, isWide }: { queue: Queue; isWide: boolean }) => {
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
