import { queryOptions } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { Connection, connectionPath, type ConnectionToken } from "#contract/connection.ts";
import { readAnswer } from "#contract/read.ts";
import { ApiError, isProxySignOut, toApiError } from "#web/base/api-error.ts";
import { nameUpstream, pageState } from "#web/base/page-state.ts";
import { reportAnswer, toNetworkError } from "./answer-events.ts";

/** Undefined if the whole response arrived and isn't JSON. */
const readJson = (response: Response): Promise<unknown> =>
  response.json().catch((cause: unknown) => {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  });

/**
 * What the gateway answers about its connection by itself, without the upstream. Reports that the gateway answers, or
 * that it doesn't. Throws an `ApiError` or an `AbortError`.
 */
export const askGateway = async <S extends z.ZodMiniType>(
  schema: S,
  { headers, ...init }: RequestInit,
): Promise<z.output<S>> => {
  const { response, json } = await fetch(connectionPath, {
    ...init,
    headers: { Accept: "application/json", "X-Requested-By": "supercargo", ...headers },
  })
    .then(async (response) => ({ response, json: await readJson(response) }))
    .catch((cause: unknown) => {
      throw toNetworkError(cause, "refused", true);
    });
  if (isProxySignOut(response, json)) throw toApiError(401, undefined, false);
  if (!response.ok) throw toApiError(response.status, json, false);
  reportAnswer(true, true);
  const { value, problems } = readAnswer(schema, json);
  if (problems.length > 0)
    throw new ApiError("The server's answer can't be read.", { outcome: "invalid" });
  return value;
};

const fetchConnection = async (signal: AbortSignal): Promise<Connection> => {
  // In the background: other requests make a session last longer, and the shell repeats this one without a person. Only
  // a proxy's sign-in page is elsewhere, so redirects aren't followed.
  const init = { headers: { Priority: "u=6" }, redirect: "manual", signal } as const;
  const value = await askGateway(Connection, init);
  // What this page shows and stores belongs to the upstream that it was opened for.
  if (pageState.connection && nameUpstream({ connection: value }) !== nameUpstream())
    location.reload();
  return value;
};

/** The gateway's connection to the upstream. The gateway answers this itself, without a request to the upstream. */
export const connection = () =>
  queryOptions({
    queryKey: ["connection"] as const,
    queryFn: ({ signal }) => fetchConnection(signal),
    ...(pageState.connection && { initialData: pageState.connection }),
    staleTime: 10_000,
    refetchInterval: 60_000,
  });

/** The owner of a token: "Account", "source 12". */
export const tokenName = ({ type, id }: ConnectionToken): string =>
  id === null ? "Account" : `${type} ${id}`;

/** The number of requests queued in the gateway, over all tokens and urgencies. */
export const countWaitingRequests = ({ tokens }: Connection): number =>
  tokens.flatMap(({ waiting }) => waiting).reduce((sum, count) => sum + count, 0);

/** Whether no response proves the connection: none has arrived yet, or the last request got none. */
export const isUnproven = ({ silentSince, tokens }: Connection): boolean =>
  silentSince !== null || tokens.every(({ verdict }) => verdict === "unknown");
