import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import type { Connection } from "#contract/connection.ts";
import { onAnswer, pendingCalls } from "./api/answer-events.ts";
import { isSignedOut } from "#web/base/api-error.ts";
import { connection, isUnproven } from "./api/connection.ts";
import { formatAge } from "#web/base/format.ts";
import { useNow } from "#web/base/use-now.ts";

interface Words {
  tone: "good" | "bad" | "still";
  text: string;
}

/** The words for a state at a time, in ms; `isSlow`: a person waits for an answer. */
export const describeState = (state: Connection, now: number, isSlow = false): Words => {
  if (state.silentSince)
    return {
      tone: "bad",
      text: state.lastAnswer
        ? `Stopped responding ${formatAge(state.silentSince, now)}`
        : "No response yet",
    };
  if (state.tokens.some(({ verdict }) => verdict === "refused"))
    return { tone: "bad", text: "Access refused" };
  if (state.tokens.length === 0) return { tone: "bad", text: "Not set up yet" };
  if (state.accountMissing && !state.embedded) return { tone: "bad", text: "Address may be wrong" };
  if (isSlow) return { tone: "good", text: "Waiting for data…" };
  const good = state.tokens.some(({ verdict }) => verdict === "good");
  return good ? { tone: "good", text: "Connected" } : { tone: "still", text: "Not checked yet" };
};

/** Words where the state is not known: `error` is why, or null before the first response. */
const describeMissing = (error: unknown): Words => {
  if (error === null) return { tone: "still", text: "…" };
  return isSignedOut(error)
    ? { tone: "still", text: "Signed out" }
    : {
        tone: "bad",
        text: navigator.onLine ? "Server not responding" : "You're offline",
      };
};

/** Shown in place of the account's name where that isn't known. */
export const nameUpstream = ({ embedded, baseUrl }: Connection): string =>
  embedded ? "" : URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;

/** A wait that is worth a word. */
const slowMs = 2_000;

/** Whether a person has waited long for an answer; what loads in the background says nothing. */
const useIsSlow = (): boolean => {
  const now = useNow(1_000) - performance.timeOrigin;
  return [...pendingCalls].some(
    ({ since, urgency }) => urgency !== "background" && now - since > slowMs,
  );
};

const minReloadMs = 10_000;

/**
 * Reloads the connection state after gateway responses: immediately after a failure and after the first response,
 * otherwise at most every ten seconds.
 */
const useReloadAfterAnswers = () => {
  const client = useQueryClient();
  useEffect(
    () =>
      onAnswer((ok, isOwn) => {
        // The connection's own request is reported, too: reloading after it would never end.
        if (isOwn) return;
        const known = client.getQueryState<Connection>(connection().queryKey);
        const state = known?.data;
        const old = Date.now() - (known?.dataUpdatedAt ?? 0) > minReloadMs;
        if (state && (!ok || old || isUnproven(state))) void client.invalidateQueries(connection());
      }),
    [client],
  );
};

/** Says in a line whether records can be loaded and saved: reloaded every minute and after responses. */
export const ConnectionState = () => {
  const { data, error, isError, dataUpdatedAt } = useQuery(connection());
  useReloadAfterAnswers();
  const isSlow = useIsSlow();
  const { tone, text } =
    data && !isError ? describeState(data, dataUpdatedAt, isSlow) : describeMissing(error);
  return (
    <Link to="/connection" className="connection-state" data-tone={tone}>
      <span className="visually-hidden">Connection: </span>
      <span>{text}</span>
    </Link>
  );
};
