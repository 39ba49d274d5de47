import { Button, Radio, Stack } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { auditOperations, type ChangedResource } from "#contract/audit.ts";
import { useQuery } from "@tanstack/react-query";
import { recordChanges } from "#web/api/audit.ts";
import { formatCount, formatDateTime, nothing } from "#web/base/format.ts";
import { useWhyForbidden } from "#web/base/session.ts";
import { useValue } from "#web/base/value-store.ts";
import { LockableButton } from "#web/kit/button.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { Notice } from "#web/kit/notice.tsx";
import type { Choices, Difference, PhaseKind, Side } from "./editing-plan.ts";
import type { RecordForm } from "./record-form.ts";
import { isDisconnected, sendWaitingSaves } from "./waiting-saves.ts";
import "./save-outcome.css";

interface UnknownOutcomeProps {
  /** The request in words: "The change was sent". */
  sent: string;
  error: unknown;
  checking?: boolean;
  /** Reads the current state; omitted if the upstream cannot. */
  onCheck?: (() => void) | undefined;
  /** For an upstream that cannot read: the person has checked the source system. */
  onAcknowledge?: () => void;
  acknowledgeLabel?: string;
  /** The consequences. */
  children: ReactNode;
}

/** Shown after a request whose answer was lost: nothing more is sent until the result is checked. */
export const UnknownOutcome = ({
  sent,
  error,
  checking = false,
  onCheck,
  onAcknowledge,
  acknowledgeLabel = "I've checked. Enable saving",
  children,
}: UnknownOutcomeProps) => (
  <Notice
    title="Save status unknown"
    tone="waiting"
    alert
    actions={
      onCheck ? (
        <LockableButton variant="filled" locked={checking} onClick={onCheck}>
          {checking ? "Checking…" : "Check status"}
        </LockableButton>
      ) : (
        <Button onClick={onAcknowledge}>{acknowledgeLabel}</Button>
      )
    }
  >
    <p>
      {sent}, but no response came back
      {error instanceof Error ? ` (${error.message.replace(/\.$/, "")})` : ""}. {children}
    </p>
  </Notice>
);

/** What is said about a save. */
type EndedSave =
  | { readonly kind: "lost"; readonly unsendable?: boolean }
  | { readonly kind: "unknown"; readonly error: unknown; readonly checking: boolean }
  | { readonly kind: "waiting"; readonly cancel: () => void }
  | { readonly kind: "unread"; readonly error: unknown; readonly wait?: () => void }
  | { readonly kind: "refused"; readonly error: unknown }
  | {
      readonly kind: Exclude<PhaseKind, "lost" | "unknown" | "waiting" | "unread" | "refused">;
    };

/** @public */
export interface SaveStatusProps {
  noun: string;
  state: EndedSave;
  /** False if the upstream cannot read the record. */
  canCheck: boolean;
  onCheck: () => void;
  onAcknowledge: () => void;
  /** More about a refusal. */
  children?: ReactNode;
}

/** Sends a save that reached nothing once the connection is back, or at once if it is back already. */
const SendLater = ({ wait }: { wait: () => void }) => {
  const isLater = useValue(isDisconnected);
  const send = () => {
    wait();
    if (!isLater) void sendWaitingSaves();
  };
  return <Button onClick={send}>{isLater ? "Send when back online" : "Send now"}</Button>;
};

/** The result of a save that failed or may have failed, and what to do about it. Renders nothing in other states. */
export const SaveStatus = ({
  noun,
  state,
  canCheck,
  onCheck,
  onAcknowledge,
  children,
}: SaveStatusProps) => {
  if (state.kind === "lost")
    return (
      <Notice title="Changes not saved" tone="waiting" alert>
        <p>
          {state.unsendable
            ? `Your changes can't be sent as they are, because the ${noun} was changed or your role no longer allows it. They are still here. Review them.`
            : `The ${noun} doesn't have these changes. They are still here. Try saving again.`}
        </p>
      </Notice>
    );
  if (state.kind === "unknown")
    return (
      <UnknownOutcome
        sent="The change was sent"
        error={state.error}
        checking={state.checking}
        onCheck={canCheck ? onCheck : undefined}
        onAcknowledge={onAcknowledge}
      >
        It may have been saved, so it isn't sent again automatically. Your changes are kept.{" "}
        {canCheck
          ? `Checking finds out, or compares your changes with the ${noun} as it is now.`
          : `The console can't load this ${noun}. Check it in the source system, and save again if the change isn't there.`}
      </UnknownOutcome>
    );
  if (state.kind === "waiting")
    return (
      <Notice
        title="Waiting to be sent"
        tone="waiting"
        alert
        actions={<Button onClick={state.cancel}>Cancel sending</Button>}
      >
        <p>
          Your changes are sent when you're back online, after a comparison with the {noun}. Keep
          this tab open.
        </p>
      </Notice>
    );
  if (state.kind !== "unread" && state.kind !== "refused") return null;
  return (
    <ErrorNotice error={state.error}>
      <p>
        {state.kind === "unread"
          ? `The latest version of the ${noun} couldn't be loaded before saving, so nothing was sent. Your changes are still here.`
          : "Nothing was saved. Your changes are still here."}
        {children}
      </p>
      {state.kind === "unread" && state.wait && <SendLater wait={state.wait} />}
    </ErrorNotice>
  );
};

interface SideChoiceProps<S extends string> {
  label: ReactNode;
  hint?: ReactNode;
  /** The choices, in their order. */
  labels: Readonly<Partial<Record<S, ReactNode>>>;
  chosen: S | undefined;
  onChoose: (side: S) => void;
}

/** Selects between the record's version and the person's version; initially none is selected. */
const SideChoice = <S extends string = Side>(props: SideChoiceProps<S>) => {
  const { label, hint, labels, chosen, onChoose } = props;
  return (
    <Radio.Group
      label={label}
      description={hint}
      value={chosen ?? null}
      onChange={(side) => onChoose(side as S)}
    >
      <Stack gap="xs">
        {Object.entries<ReactNode>(labels).map(([side, words]) => (
          <Radio key={side} value={side} label={words} />
        ))}
      </Stack>
    </Radio.Group>
  );
};

/** The record that a conflict is about, as Activity names it. */
interface ChangedRecord {
  readonly resource: ChangedResource;
  readonly id: number;
}

/** Who changed the record last, and when, if the gateway has seen it. */
const ChangedBy = ({ resource, id }: ChangedRecord) => {
  // Of this moment: a cached answer doesn't know the change that the conflict is about.
  const [now] = useState(Date.now);
  const forbidden = useWhyForbidden(auditOperations.listRecordChanges);
  const { data } = useQuery({
    ...recordChanges(resource, id, now),
    enabled: forbidden === undefined,
  });
  const last = data?.value.find(({ state }) => state === "done");
  if (!last) return null;
  const by = last.person ? `by ${last.person}, ` : "";
  return (
    <p>
      Last changed {by}
      {formatDateTime(last.requestedAt)}.
    </p>
  );
};

interface VersionChoiceProps {
  /** The name of the record kind within a sentence: "return". */
  noun: string;
  differences: readonly Difference[];
  record?: ChangedRecord | undefined;
  /** The button that goes on, if nothing is left to review. */
  label?: string;
  onResolve: (choices: Choices) => void;
  /** What has happened, if it is something else. */
  children?: ReactNode;
}

const Changed = ({ one, children }: { one: Difference; children: ReactNode }) => (
  <li>
    <strong>{one.label}</strong>
    <span>
      was <bdi>{one.was || nothing}</bdi>, is now{" "}
      <strong>
        <bdi>{one.now || nothing}</bdi>
      </strong>
    </span>
    {children}
  </li>
);

const labelsOf = ({ now, mine, both }: Difference): Partial<Record<Side, string>> => ({
  theirs: `Keep their version: ${now || nothing}`,
  mine: `Use your version: ${mine || nothing}`,
  ...(both !== undefined && { both: `Use both changes: ${both}` }),
});

const hasSide = ({ both }: Difference, side: Side | undefined): boolean =>
  side !== undefined && (side !== "both" || both !== undefined);

/**
 * Shows both versions of what two people changed, value by value. Nothing is sent from here: the person selects, reviews
 * the result, and saves again.
 */
export const VersionChoice = (props: VersionChoiceProps) => {
  const { noun, differences, record, label = "Continue", onResolve, children } = props;
  const [choices, setChoices] = useState<Choices>({});
  const contested = differences.filter(({ mine }) => mine !== undefined);
  const open = contested.filter((one) => !hasSide(one, choices[one.field])).length;
  const all = (side: Side) =>
    setChoices(Object.fromEntries(contested.map(({ field }) => [field, side])));
  return (
    <Notice
      title={`Conflict: this ${noun} has changed`}
      tone="waiting"
      alert
      actions={
        <>
          <Button variant="filled" disabled={open > 0} onClick={() => onResolve(choices)}>
            {label}
          </Button>
          {contested.length > 1 && (
            <>
              <Button onClick={() => all("mine")}>Use all your versions</Button>
              <Button onClick={() => all("theirs")}>Use all their versions</Button>
            </>
          )}
          {open > 0 && <span>Select {formatCount(open, "more version")}</span>}
        </>
      }
    >
      {record && <ChangedBy {...record} />}
      {children ?? (
        <p>
          Your changes are kept. These fields changed after you opened the {noun}. Where you edited
          the same field, select a version. Then review the form and save.
        </p>
      )}
      <ul className="versions">
        {differences.map((one) => (
          <Changed key={one.field} one={one}>
            {one.mine !== undefined && (
              <SideChoice
                label={<span className="visually-hidden">{one.label}</span>}
                labels={labelsOf(one)}
                chosen={choices[one.field]}
                onChoose={(side) => setChoices({ ...choices, [one.field]: side })}
              />
            )}
          </Changed>
        ))}
      </ul>
    </Notice>
  );
};

interface FormOutcomeProps<R, F extends string> {
  noun: string;
  form: Pick<
    RecordForm<R, F>,
    "saving" | "differences" | "canCheck" | "check" | "back" | "resolve"
  >;
  record?: ChangedRecord;
  /** The confirmation dialog, shown before sending. */
  question?: ReactNode;
}

/** The result of the last save of a form, and what to do about it. */
export const FormOutcome = <R, F extends string>({
  noun,
  form,
  record,
  question,
}: FormOutcomeProps<R, F>) => {
  const { saving: state } = form;
  if (state.kind === "confirming") return question;
  if (state.kind === "conflict")
    return (
      <VersionChoice
        noun={noun}
        record={record}
        differences={form.differences}
        onResolve={form.resolve}
      />
    );
  return (
    <SaveStatus
      noun={noun}
      state={state}
      canCheck={form.canCheck}
      onCheck={form.check}
      onAcknowledge={form.back}
    />
  );
};
