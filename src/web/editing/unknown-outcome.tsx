import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Notice } from "#web/kit/notice.tsx";
import { LockableButton } from "#web/kit/lockable-button.tsx";

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
