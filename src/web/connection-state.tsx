import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import type { Connection } from "#contract/connection.ts";
import { onAnswer } from "./api/answer-events.ts";
import { isSignedOut } from "#web/base/api-error.ts";
import { connection, countWaitingRequests, isUnproven, tokenName } from "./api/connection.ts";
import { formatAge, formatCount } from "#web/base/format.ts";

interface Words {
  tone: "good" | "bad" | "still";
  text: string;
}

/** The words for a state at a time, in ms. */
export const describeState = (state: Connection, now: number): Words => {
  const refused = state.tokens.find(({ verdict }) => verdict === "refused");
  const waiting = countWaitingRequests(state);
  if (state.silentSince)
    return {
      tone: "bad",
      text: state.lastAnswer
        ? `Stopped responding ${formatAge(state.silentSince, now)}`
        : "No response yet",
    };
  if (refused) return { tone: "bad", text: `Token refused (${tokenName(refused)})` };
  if (state.tokens.length === 0) return { tone: "bad", text: "No token" };
  if (waiting > 0) return { tone: "good", text: `${formatCount(waiting, "request")} waiting` };
  if (state.accountMissing && !state.embedded) return { tone: "bad", text: "Address may be wrong" };
  const good = state.tokens.some(({ verdict }) => verdict === "good");
  return good
    ? { tone: "good", text: "Token valid" }
    : { tone: "still", text: "Token not checked" };
};

/** Words where the state is not known: `error` is why, or null before the first response. */
const describeMissing = (error: unknown): Words => {
  if (error === null) return { tone: "still", text: "…" };
  return isSignedOut(error)
    ? { tone: "still", text: "Signed out" }
    : {
        tone: "bad",
        text: navigator.onLine ? "No response from the gateway" : "You're offline",
      };
};

const nameUpstream = ({ embedded, baseUrl }: Connection): string =>
  embedded ? "Embedded service" : URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;

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

/**
 * Shows the upstream, the state of its token, and the number of waiting requests: reloaded every minute and after
 * responses.
 */
export const ConnectionState = () => {
  const { data, error, isError, dataUpdatedAt } = useQuery(connection());
  useReloadAfterAnswers();
  const { tone, text } =
    data && !isError ? describeState(data, dataUpdatedAt) : describeMissing(error);
  const upstream = data ? nameUpstream(data) : "Connection";
  return (
    <Link to="/connection" className="connection-state" data-tone={tone}>
      <span className="visually-hidden">Connection: </span>
      <strong>{upstream}</strong>
      <span>{text}</span>
    </Link>
  );
};
