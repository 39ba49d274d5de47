import { Button, Radio, Stack } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { formatCount, nothing } from "#web/base/format.ts";
import { useValue } from "#web/base/value-store.ts";
import { LockableButton } from "#web/kit/button.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { type Choices, type Difference, findContested, type Side } from "./field-draft.ts";
import type { Earlier, SaveState } from "./save-machine.ts";
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

interface SaveStatusProps {
  noun: string;
  state: SaveState<unknown, unknown>;
  /** False if the upstream cannot read the record. */
  canCheck: boolean;
  onCheck: () => void;
  onAcknowledge: () => void;
  /** More about a refusal. */
  children?: ReactNode;
}

/** Why a save ended before its changes were compared with the record, and what was sent. */
const describeUnread = (noun: string, earlier: Earlier | undefined): string => {
  if (earlier === undefined)
    return `The latest version of the ${noun} couldn't be loaded before saving. Nothing was sent. Your changes are still here.`;
  const [sent, unsent] =
    earlier === "partly"
      ? ["Some of your changes were saved. The others were refused", "The unsaved changes"]
      : ["Your changes were sent but refused", "Nothing was saved. Your changes"];
  return `${sent} because the ${noun} had changed in the meantime, and its latest version couldn't be loaded for a comparison. ${unsent} are still here. Try saving again.`;
};

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
            : `The ${noun} is unchanged. Your changes are still here. Try saving again.`}
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
          ? `Checking compares your changes with the ${noun} in the API.`
          : `The API can't read this ${noun}. Check it in the source system, and save again if the change isn't there.`}
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
          ? describeUnread(noun, state.earlier)
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
export const SideChoice = <S extends string = Side>(props: SideChoiceProps<S>) => {
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

interface VersionChoiceProps {
  /** The name of the record kind within a sentence: "return". */
  noun: string;
  differences: readonly Difference<string>[];
  onResolve: (choices: Choices) => void;
}

const Changed = ({ one, children }: { one: Difference<string>; children: ReactNode }) => (
  <li>
    <strong>{one.label}</strong>
    <span>
      was {one.was || nothing}, is now <strong>{one.now || nothing}</strong>
    </span>
    {children}
  </li>
);

/**
 * Shows both versions, field by field. Nothing is sent from here: the person selects, reviews the result, and saves
 * again.
 */
export const VersionChoice = ({ noun, differences, onResolve }: VersionChoiceProps) => {
  const [choices, setChoices] = useState<Choices>({});
  const open = findContested(differences).filter(({ field }) => choices[field] === undefined);
  return (
    <Notice
      title={`Conflict: this ${noun} has changed`}
      tone="waiting"
      alert
      actions={
        <>
          <Button variant="filled" disabled={open.length > 0} onClick={() => onResolve(choices)}>
            Continue
          </Button>
          {open.length > 0 && <span>Select {formatCount(open.length, "more version")}</span>}
        </>
      }
    >
      {/* Also after a check, when it isn't known whether a change arrived and was changed since. */}
      <p>
        {differences.length > 0
          ? `Your changes are kept. These fields changed after you opened the ${noun}. Where you edited the same field, select a version. Then review the form and save.`
          : "Some of your changes are saved, and the others are kept. Review the form and save."}
      </p>
      <ul className="versions">
        {differences.map((one) => (
          <Changed key={one.field} one={one}>
            {one.mine !== undefined && (
              <SideChoice
                label={<span className="visually-hidden">{one.label}</span>}
                labels={{
                  theirs: `Keep their version: ${one.now || nothing}`,
                  mine: `Use your version: ${one.mine || nothing}`,
                }}
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
  form: Pick<RecordForm<R, F>, "saving" | "canCheck" | "check" | "back" | "resolve">;
  /** The confirmation dialog, shown before sending. */
  question?: ReactNode;
}

/** The result of the last save of a form, and what to do about it. */
export const FormOutcome = <R, F extends string>({
  noun,
  form,
  question,
}: FormOutcomeProps<R, F>) => {
  const { saving: state } = form;
  if (state.kind === "reviewing") return question;
  if (state.kind === "conflict")
    return (
      <VersionChoice
        noun={noun}
        differences={state.conflict.differences}
        onResolve={(choices) => form.resolve(state.conflict, choices)}
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
