import { Button } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { describeDetails, describeError } from "#web/api/error-advice.ts";
import { ApiError } from "#web/base/api-error.ts";
import { formatCount } from "#web/base/format.ts";
import { copyToClipboard } from "./copy-to-clipboard.ts";
import { describePath } from "./field-format.ts";
import { Notice } from "./notice.tsx";

/** Counts down the seconds until an error's `retryAfter`. */
const useCountdown = (error: unknown): number => {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const until = Date.now() + ((error instanceof ApiError && error.retryAfter) || 0) * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [error]);
  return left;
};

interface ErrorNoticeProps {
  error: unknown;
  /** Repeats the request. Omitted if the request must not be repeated. */
  onRetry?: () => void;
  retryLabel?: string;
  children?: ReactNode;
  blank?: boolean;
  /** On the Connection screen, which isn't linked to itself. */
  isOnConnection?: boolean;
}

/** Shows an error: what happened and what to do; the rest is copied for a person who can help. */
export const ErrorNotice = ({
  error,
  onRetry,
  retryLabel = "Try again",
  children,
  blank,
  isOnConnection = false,
}: ErrorNoticeProps) => {
  const advice = describeError(error);
  const left = useCountdown(error);
  const { issues = [] } = error instanceof ApiError ? error : {};
  return (
    <Notice title={advice.title} tone="bad" alert blank={blank ?? false}>
      <p>{advice.text}</p>
      {issues.length > 0 && (
        <ul>
          {issues.map((issue) => (
            <li key={`${issue.path} ${issue.message}`}>
              {issue.path && <strong>{describePath(issue.path)}: </strong>}
              {issue.message}
            </li>
          ))}
        </ul>
      )}
      {children}
      <div className="notice__foot">
        {onRetry && advice.retry && (
          <Button onClick={onRetry} disabled={left > 0}>
            {left > 0 ? `${retryLabel} in ${formatCount(left, "second")}` : retryLabel}
          </Button>
        )}
        {advice.connection && !isOnConnection && <Link to="/connection">Go to Connection</Link>}
        <Button
          variant="subtle"
          color="gray"
          onClick={() => copyToClipboard(describeDetails(error), "Details copied")}
        >
          Copy details
        </Button>
      </div>
    </Notice>
  );
};

/**
 * The error of a query, also while it is read again: a query without data has none then, and what is shown for the error
 * would vanish, with all that was typed into it.
 */
export const useHeldError = ({
  error,
  isPending,
  isFetched,
}: Pick<UseQueryResult, "error" | "isPending" | "isFetched">): Error | null => {
  const [held, setHeld] = useState(error);
  const now = error ?? (isPending && isFetched ? held : null);
  if (now !== held) setHeld(now);
  return now;
};
