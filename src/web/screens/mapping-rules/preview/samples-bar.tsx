import "./preview-panel.css";
import { Button, NativeSelect } from "@mantine/core";
import { useState } from "react";
import { usePreviewSession } from "#web/screens/mapping-rules/editor/builder-context.ts";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { formatAge, formatCount, formatQuantity } from "#web/base/format.ts";
import { Notice } from "#web/kit/notice.tsx";
import { PopoverButton } from "#web/kit/popover-button.tsx";
import { ProgressBar } from "#web/kit/progress-bar.tsx";
import { useNow } from "#web/base/use-now.ts";
import { useValue } from "#web/base/value-store.ts";
import { PasteRecords, SampleChannel } from "./sample-choices.tsx";
import { type PreviewSession, rememberPreviewOpen } from "./preview-session.ts";
import type { SamplePool, SampleState } from "./sample-pool.ts";
import { type SampleKind, sampleWords } from "./sample-record.ts";
import { poolOfChoice } from "./sample-sources.ts";

const amounts = [50, 500, 2_000, 10_000, Number.POSITIVE_INFINITY];
const amountWords = (amount: number, many: string): string =>
  Number.isFinite(amount) ? formatQuantity(amount) : `All ${many}`;

const progressWords = (state: SampleState): string => {
  const { samples, wanted, total, secondsLeft } = state;
  const goal = Math.min(wanted, total ?? Number.POSITIVE_INFINITY);
  const of = Number.isFinite(goal) ? ` of ${formatQuantity(goal)}` : "";
  const left =
    secondsLeft !== undefined && secondsLeft > 0 && total !== undefined
      ? `, about ${formatCount(secondsLeft, "second")} left`
      : "";
  return `${formatQuantity(samples.length)}${of} loaded${left}`;
};

const Reading = ({ pool, state }: { pool: SamplePool; state: SampleState }) => {
  const goal = Math.min(state.wanted, state.total ?? Number.POSITIVE_INFINITY);
  return (
    <div className="samples__reading">
      <ProgressBar
        className="samples__progress"
        label="Records loaded"
        done={state.samples.length}
        total={Number.isFinite(goal) ? goal : undefined}
      />
      <span>{progressWords(state)}</span>
      <Button size="xs" onClick={pool.pause}>
        Pause
      </Button>
    </div>
  );
};

const Settings = ({
  pool,
  state,
  session,
  onPaste,
}: {
  pool: SamplePool;
  state: SampleState;
  session: PreviewSession;
  onPaste: () => void;
}) => {
  const { kind } = useValue(session.choice);
  const stop = () => {
    pool.leave();
    rememberPreviewOpen(false);
    session.change({ open: false });
  };
  return (
    <PopoverButton label="Change sample" title="Records to test on">
      <div className="samples__settings">
        <NativeSelect
          label="How many"
          value={String(state.wanted)}
          onChange={(event) => pool.want(Number(event.target.value))}
          data={amounts.map((amount) => ({
            value: `${amount}`,
            label: amountWords(amount, sampleWords[kind].many),
          }))}
        />
        <Button size="xs" onClick={pool.refresh}>
          Refresh sample
        </Button>
        <Button size="xs" onClick={onPaste}>
          Paste records…
        </Button>
        <Button size="xs" onClick={pool.forget}>
          Delete from this browser
        </Button>
        <Button size="xs" onClick={stop}>
          Close test
        </Button>
        <p className="faint small">
          {kind === "product"
            ? "Products come from the local copy that the Products screen searches. Deleting it deletes it there, too."
            : "Orders have addresses, so they aren't stored. They are cleared when you close this page."}
        </p>
      </div>
    </PopoverButton>
  );
};

const ReadingError = ({
  pool,
  state,
  kind,
}: {
  pool: SamplePool;
  state: SampleState;
  kind: SampleKind;
}) => {
  const { many } = sampleWords[kind];
  if (state.phase === "failed")
    return (
      <ErrorNotice error={state.error} onRetry={pool.start} retryLabel="Continue loading">
        {state.samples.length > 0 && (
          <p>
            The rule is tested on the {formatCount(state.samples.length, "record")} loaded so far.
          </p>
        )}
      </ErrorNotice>
    );
  if (state.phase === "complete" && state.samples.length === 0)
    return (
      <Notice title={`No ${many} to test on`}>
        <p>
          {kind === "product"
            ? "This channel has no products. Select another, or paste a record."
            : "The API has no orders, or doesn't list them. Open an order on its screen first, or paste one."}
        </p>
      </Notice>
    );
  return null;
};

const PoolBar = ({
  pool,
  session,
  onPaste,
}: {
  pool: SamplePool;
  session: PreviewSession;
  onPaste: () => void;
}) => {
  const state = useValue(pool);
  const { kind } = useValue(session.choice);
  const { one, many } = sampleWords[kind];
  const now = useNow();
  const { phase, samples, readAt, total } = state;
  const reading = phase === "reading";
  return (
    <>
      <div className="samples__line">
        {!reading && (
          <span>
            {formatCount(samples.length, one, many)}
            {total !== undefined && total > samples.length && ` of ${formatQuantity(total)}`}
            {readAt !== undefined && `, loaded ${formatAge(readAt, now)}`}
            {kind === "purchase_order" && samples.length > 0 && ", not stored"}
          </span>
        )}
        {(phase === "paused" || phase === "idle") && (
          <Button size="xs" onClick={pool.start}>
            {phase === "paused" ? "Continue loading" : `Load ${many}`}
          </Button>
        )}
        {reading && <Reading pool={pool} state={state} />}
        <Settings pool={pool} state={state} session={session} onPaste={onPaste} />
      </div>
      <ReadingError pool={pool} state={state} kind={kind} />
    </>
  );
};

/** The samples that the rule is tested on, the progress of reading them, and the controls to change them. */
export const SamplesBar = () => {
  const session = usePreviewSession();
  const choice = useValue(session.choice);
  const [pasting, paste] = useState(false);
  const pool = poolOfChoice(choice);
  const leavePasted = () => session.choice.set({ ...choice, pasted: undefined });
  return (
    <div className="samples">
      <div className="samples__line">
        <h2>Test</h2>
        {choice.kind === "product" && !choice.pasted && (
          <>
            <span>on products of</span>
            <SampleChannel session={session} />
          </>
        )}
      </div>
      {choice.pasted && (
        <div className="samples__line">
          <span>On {formatCount(choice.pasted.length, "pasted record")}, not stored.</span>
          <Button size="xs" onClick={leavePasted}>
            Use {sampleWords[choice.kind].many} from the API
          </Button>
        </div>
      )}
      {pool && <PoolBar pool={pool} session={session} onPaste={() => paste(true)} />}
      {!pool && !choice.pasted && (
        <div className="samples__line">
          <span>Select a channel to test on its products.</span>
          <Button size="xs" onClick={() => paste(true)}>
            Paste records…
          </Button>
        </div>
      )}
      {pasting && <PasteRecords session={session} onClose={() => paste(false)} />}
    </div>
  );
};
