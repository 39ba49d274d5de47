import "./copy-bar.css";
import { Button } from "@mantine/core";
import { IconDatabase, IconPlayerPause, IconPlayerPlay, IconRefresh } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import type { CopyState, SweepProgress } from "#web/products/copy/copy-state.ts";
import type { ProductCopy } from "#web/products/copy/product-copy.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { age, counted, quantity } from "#web/ui/format.ts";
import { Notice } from "#web/ui/notice.tsx";
import { notify } from "#web/ui/notify.ts";
import { PopoverButton } from "#web/ui/popover-button.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { copyTitle, isForgotten, restlessInWords, sweepInWords } from "./copy-words.ts";

interface CopyBarProps {
  copy: ProductCopy;
  state: CopyState;
}

/** The time, now and again: ages are told from it. */
const useNow = (everyMs: number): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
};

const Act = ({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) => (
  <Button size="xs" onClick={onClick}>
    {icon} {label}
  </Button>
);

const Progress = ({ sweep }: { sweep: SweepProgress }) => (
  <>
    <ProgressBar
      className="copy-bar__progress"
      label="Pages read"
      done={sweep.pages}
      total={sweep.totalPages}
    />
    <span className="copy-bar__detail" role="status">
      {sweepInWords(sweep)}
    </span>
  </>
);

const Ages = ({ state, now }: { state: CopyState; now: number }) => (
  <span className="copy-bar__detail">
    {state.checkedAt !== undefined && `changes asked for ${age(state.checkedAt, now)}`}
    {state.sweptFrom !== undefined && ` · prices and stock as of ${age(state.sweptFrom, now)}`}
    {state.restless && ` · ${restlessInWords}`}
  </span>
);

const readers = {
  "this-tab": "This tab asks for changes; other tabs of this browser follow.",
  "another-tab": "Another tab of this browser asks for changes, and this one follows.",
  "every-tab": "This browser cannot tell its tabs apart here, so each of them asks for itself.",
} as const;

const About = ({ copy, state, now }: CopyBarProps & { now: number }) => {
  const [forgetting, setForgetting] = useState(false);
  const forget = () =>
    void copy.forget().then(
      () => notify("This browser’s copy of the channel is deleted."),
      () =>
        notify("The copy could not be deleted. Close other tabs of this console and try again."),
    );
  return (
    <>
      <PopoverButton
        title="About this copy"
        icon={<IconDatabase aria-hidden="true" />}
        label="This copy"
      >
        <div className="copy-bar__about">
          <p>
            The API cannot search. So this browser keeps a copy of the channel, brings in what
            changes, and searches that.
          </p>
          <ul>
            <li>{counted(state.products, "product")} in it</li>
            <li>{counted(state.requests, "request")} of the API used so far</li>
            {state.sweptAt !== undefined && (
              <li>everything was last read {age(state.sweptAt, now)}</li>
            )}
            {state.nextCheckAt !== undefined && state.nextCheckAt > now && (
              <li>asks for changes again in {Math.ceil((state.nextCheckAt - now) / 1_000)} s</li>
            )}
            {state.unreadable > 0 && (
              <li>{counted(state.unreadable, "record")} had no id and could not be kept</li>
            )}
            <li>{readers[state.reader]}</li>
          </ul>
          <p>
            A change of price or stock alone is not told by the API, and neither is what is gone. So
            everything is read again once a day while somebody looks, or now if you say so.
          </p>
          <div className="row">
            <Button size="xs" onClick={copy.sweepAgain}>
              Check everything again
            </Button>
            <Button variant="outline" color="red" size="xs" onClick={() => setForgetting(true)}>
              Forget this copy
            </Button>
          </div>
        </div>
      </PopoverButton>
      {forgetting && (
        <ConfirmDialog
          title="Forget this copy?"
          choices={[
            {
              label: "Forget this copy",
              kind: "danger",
              onChoose: () => {
                setForgetting(false);
                forget();
              },
            },
          ]}
          onCancel={() => setForgetting(false)}
        >
          <p>
            The {quantity(state.products)} products kept in this browser are deleted. Nothing
            changes at the channel. To search again, all of it has to be read again.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
};

const Trouble = ({ copy, state, now }: CopyBarProps & { now: number }) => {
  const { problem, phase, waitingUntil } = state;
  if (!problem) return null;
  const wait =
    phase === "waiting" && waitingUntil !== undefined
      ? ` Goes on by itself in ${Math.max(1, Math.ceil((waitingUntil - now) / 1_000))} s.`
      : "";
  return (
    <Notice
      title={problem.title}
      tone={phase === "stopped" ? "bad" : "waiting"}
      actions={
        <Act label="Try again" icon={<IconRefresh aria-hidden="true" />} onClick={copy.refresh} />
      }
    >
      <p>
        {problem.advice}
        {wait}
      </p>
    </Notice>
  );
};

const Acts = ({ copy, state }: CopyBarProps) => {
  const { phase } = state;
  if (isForgotten(state))
    return (
      <Act
        label="Copy this channel"
        icon={<IconDatabase aria-hidden="true" />}
        onClick={copy.resume}
      />
    );
  if (phase === "paused")
    return <Act label="Go on" icon={<IconPlayerPlay aria-hidden="true" />} onClick={copy.resume} />;
  if (phase === "sweeping")
    return <Act label="Pause" icon={<IconPlayerPause aria-hidden="true" />} onClick={copy.pause} />;
  return phase === "fresh" || phase === "checking" ? (
    <Act
      label="Check for changes"
      icon={<IconRefresh aria-hidden="true" />}
      onClick={copy.refresh}
    />
  ) : null;
};

/** What this browser's copy of a channel is doing, how old it is, and what can be done about it. */
export const CopyBar = ({ copy, state }: CopyBarProps) => {
  const now = useNow(state.phase === "waiting" ? 1_000 : 10_000);
  return (
    <>
      {state.storage.title !== "" && (
        <Notice title={state.storage.title} tone="waiting">
          <p>{state.storage.advice}</p>
        </Notice>
      )}
      <Trouble copy={copy} state={state} now={now} />
      <div className="copy-bar" role="group" aria-label="This browser’s copy">
        <strong>{copyTitle(state)}</strong>
        {state.sweep && state.phase !== "fresh" ? (
          <Progress sweep={state.sweep} />
        ) : (
          <Ages state={state} now={now} />
        )}
        <span className="copy-bar__acts">
          <Acts copy={copy} state={state} />
          <About copy={copy} state={state} now={now} />
        </span>
      </div>
    </>
  );
};
