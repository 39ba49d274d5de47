import { useRef, useState } from "react";
import type { WebhookEventLog } from "#contract/webhooks.ts";
import { isSendable, type SentEvents } from "./sent-events.ts";

/** What a person is asked to send again. */
interface Asked {
  readonly events: readonly WebhookEventLog[];
  /** Whether there are more than these. */
  readonly cut?: boolean;
  /** Called when the API has taken them, unless the person has closed the question. */
  readonly taken?: () => void;
  /** Called when the person closes the results. */
  readonly done?: () => void;
}

/** A question on the screen, and then its results. */
interface Retry extends Asked {
  readonly run: number;
  /** How many entries were left out, because they are no events. */
  readonly skipped: number;
}

/** The question whether events are sent again, and what was sent since the screen was opened. */
export const useRetries = () => {
  const runs = useRef(0);
  const [retry, setRetry] = useState<Retry>();
  const [sent, setSent] = useState<readonly SentEvents[]>([]);
  const ask = ({ events, ...asked }: Asked) => {
    const sendable = events.filter(isSendable);
    runs.current += 1;
    const skipped = events.length - sendable.length;
    setRetry({ ...asked, run: runs.current, events: sendable, skipped });
  };
  return {
    retry,
    ask,
    close: () => setRetry(undefined),
    /** Keeps what the API has taken, also after the question was closed. */
    keep: (taken: SentEvents) =>
      setSent((before) => [...before.filter(({ run }) => run !== taken.run), taken]),
    /** What was sent, without what is on the screen. */
    closed: sent.filter(({ run }) => run !== retry?.run),
  };
};
