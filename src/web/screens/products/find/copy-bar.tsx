import "./copy-bar.css";
import { Button } from "@mantine/core";
import { IconDatabase, IconPlayerPause, IconPlayerPlay, IconRefresh } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { CopyState, SweepProgress } from "#web/api/product-copy/copy-state.ts";
import type { ProductCopy } from "#web/api/product-copy/product-copy.ts";
import { ConfirmLater } from "#web/kit/confirm-later.tsx";
import { formatAge, formatCount, formatQuantity } from "#web/base/format.ts";
import { Notice } from "#web/kit/notice.tsx";
import { notify } from "#web/kit/notify.ts";
import { PopoverButton } from "#web/kit/popover-button.tsx";
import { ProgressBar } from "#web/kit/progress-bar.tsx";
import { useNow } from "#web/base/use-now.ts";
import { describeCopy, isCopyDeleted, changingNote, describeSweep } from "./copy-words.ts";

interface CopyBarProps {
  copy: ProductCopy;
  state: CopyState;
}

const Command = ({
  label,
  icon,
  onClick,
}: {
  label: string;
  icon: ReactNode;
  onClick: () => void;
}) => (
  <Button size="xs" className="copy-bar__command" onClick={onClick}>
    {icon} {label}
  </Button>
);

const Progress = ({ sweep }: { sweep: SweepProgress }) => (
  <>
    <ProgressBar
      className="copy-bar__progress"
      label="Pages loaded"
      done={sweep.pages}
      total={sweep.totalPages}
    />
    <span className="copy-bar__detail" role="status">
      {describeSweep(sweep)}
    </span>
  </>
);

const CopyAge = ({ state, now }: { state: CopyState; now: number }) => (
  <span className="copy-bar__detail">
    {state.checkedAt !== undefined && `Updated ${formatAge(state.checkedAt, now)}`}
    {state.sweptFrom !== undefined &&
      `${state.checkedAt === undefined ? "Prices" : " · prices"} and stock updated ${formatAge(state.sweptFrom, now)}`}
    {state.restless && ` · ${changingNote}`}
  </span>
);

const readers = {
  "this-tab": "This tab checks for updates and shares them with your other tabs.",
  "another-tab": "Another tab of this browser checks for updates and shares them with this one.",
  "every-tab": "Each tab of this browser checks for updates separately.",
} as const;

const CopyDetails = ({ copy, state, now }: CopyBarProps & { now: number }) => {
  const [confirming, setConfirming] = useState(false);
  const forget = () =>
    void copy.forget().then(
      () => notify("Local copy deleted"),
      () =>
        notify("Couldn't delete the local copy. Close the console's other tabs, then try again."),
    );
  return (
    <>
      <PopoverButton
        title="Local copy"
        icon={<IconDatabase aria-hidden="true" />}
        label="Local copy"
      >
        <div className="copy-bar__about">
          <p>
            The API has no product search. This browser keeps a local copy of the channel's
            products, updates it, and searches there.
          </p>
          <ul>
            <li>{formatCount(state.products, "product")}</li>
            <li>{formatCount(state.requests, "API request")} so far</li>
            {state.sweptAt !== undefined && (
              <li>Last full check {formatAge(state.sweptAt, now)}</li>
            )}
            {state.nextCheckAt !== undefined && state.nextCheckAt > now && (
              <li>Next check for updates in {Math.ceil((state.nextCheckAt - now) / 1_000)} s</li>
            )}
            {state.unreadable > 0 && (
              <li>{formatCount(state.unreadable, "record")} without an ID left out</li>
            )}
            <li>{readers[state.reader]}</li>
          </ul>
          <p>
            The API doesn't report removed products, or changes to price or stock alone. To find
            them, the console checks all products once a day while it is open. You can also check
            now.
          </p>
          <div className="row">
            <Button size="xs" onClick={copy.sweepAgain}>
              Check all products
            </Button>
            <Button variant="outline" color="red" size="xs" onClick={() => setConfirming(true)}>
              Delete local copy
            </Button>
          </div>
        </div>
      </PopoverButton>
      {confirming && (
        <ConfirmLater
          title="Delete local copy?"
          choices={[
            {
              label: "Delete local copy",
              kind: "danger",
              onChoose: () => {
                setConfirming(false);
                forget();
              },
            },
          ]}
          onCancel={() => setConfirming(false)}
        >
          <p>
            This deletes the {formatQuantity(state.products)} products in this browser. The channel
            itself doesn't change. To search again, you must load all products again.
          </p>
        </ConfirmLater>
      )}
    </>
  );
};

const CopyProblem = ({ copy, state, now }: CopyBarProps & { now: number }) => {
  const { problem, phase, waitingUntil } = state;
  if (!problem) return null;
  const wait =
    phase === "waiting" && waitingUntil !== undefined
      ? ` Retrying in ${Math.max(1, Math.ceil((waitingUntil - now) / 1_000))} s.`
      : "";
  return (
    <Notice
      title={problem.title}
      tone={phase === "stopped" ? "bad" : "waiting"}
      actions={
        <Command
          label="Try again"
          icon={<IconRefresh aria-hidden="true" />}
          onClick={copy.refresh}
        />
      }
    >
      <p>
        {problem.advice}
        {wait}
      </p>
    </Notice>
  );
};

const Commands = ({ copy, state }: CopyBarProps) => {
  const { phase } = state;
  if (isCopyDeleted(state))
    return (
      <Command
        label="Load products"
        icon={<IconDatabase aria-hidden="true" />}
        onClick={copy.resume}
      />
    );
  if (phase === "paused")
    return (
      <Command label="Resume" icon={<IconPlayerPlay aria-hidden="true" />} onClick={copy.resume} />
    );
  if (phase === "sweeping")
    return (
      <Command label="Pause" icon={<IconPlayerPause aria-hidden="true" />} onClick={copy.pause} />
    );
  return phase === "fresh" || phase === "checking" ? (
    <Command
      label="Check for updates"
      icon={<IconRefresh aria-hidden="true" />}
      onClick={copy.refresh}
    />
  ) : null;
};

/** The activity of this browser's copy of a channel, its age, and the commands for it. */
export const CopyBar = ({ copy, state }: CopyBarProps) => {
  const now = useNow(state.phase === "waiting" ? 1_000 : 10_000);
  return (
    <>
      {state.storage.title !== "" && (
        <Notice title={state.storage.title} tone="waiting">
          <p>{state.storage.advice}</p>
        </Notice>
      )}
      <CopyProblem copy={copy} state={state} now={now} />
      <div className="copy-bar" role="group" aria-label="Local copy">
        <strong>{describeCopy(state)}</strong>
        {state.sweep && state.phase !== "fresh" ? (
          <Progress sweep={state.sweep} />
        ) : (
          <CopyAge state={state} now={now} />
        )}
        <span className="copy-bar__acts">
          <Commands copy={copy} state={state} />
          <CopyDetails copy={copy} state={state} now={now} />
        </span>
      </div>
    </>
  );
};
