import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { Notice } from "#web/kit/notice.tsx";
import type { Earlier, SaveState } from "./save-machine.ts";
import { useValue } from "#web/base/value-store.ts";
import { isDisconnected, sendWaitingSaves } from "./waiting-saves.ts";
import { UnknownOutcome } from "./unknown-outcome.tsx";

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
