import { queryOptions } from "@tanstack/react-query";
import { Connection, connectionPath, type ConnectionToken } from "#contract/connection.ts";
import { readAnswer } from "#contract/read.ts";
import { ApiError } from "#web/base/api-error.ts";
import { readOwnAnswer } from "./own-answer.ts";
import { nameUpstream, pageState } from "#web/base/page-state.ts";

const fetchConnection = async (signal: AbortSignal): Promise<Connection> => {
  // In the background: other requests make a session last longer, and the shell repeats this one without a person.
  const headers = { Accept: "application/json", "X-Requested-By": "supercargo", Priority: "u=6" };
  // Only a proxy's sign-in page is elsewhere.
  const json = await readOwnAnswer(fetch(connectionPath, { headers, redirect: "manual", signal }));
  const { value, problems } = readAnswer(Connection, json);
  if (problems.length > 0)
    throw new ApiError("The gateway's response is unreadable.", { outcome: "invalid" });
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
