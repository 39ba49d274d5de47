import { queryOptions } from "@tanstack/react-query";
import { Connection, connectionPath, type ConnectionToken } from "#contract/connection.ts";
import { readAnswer } from "#contract/read.ts";
import { ApiError } from "./api-error.ts";
import { takeEarlyResponse } from "./early-requests.ts";
import { readOwnAnswer } from "./own-answer.ts";

/**
 * Also sent by `public/boot.js`: the shell needs the answer, and so does the copy of products. In the background, because
 * the shell repeats it without a person: other requests make a session last longer.
 */
export const connectionRequest = {
  url: connectionPath,
  method: "GET",
  headers: { Accept: "application/json", "X-Requested-By": "supercargo", Priority: "u=6" },
  // Only a proxy's sign-in page is elsewhere.
  redirect: "manual",
} as const;

const fetchConnection = async (signal: AbortSignal): Promise<Connection> => {
  const { url, ...init } = connectionRequest;
  const early = takeEarlyResponse(init.method, url, signal);
  const json = await readOwnAnswer(early ?? fetch(url, { ...init, signal }));
  const { value, problems } = readAnswer(Connection, json);
  if (problems.length > 0)
    throw new ApiError("The gateway's response is unreadable.", { outcome: "invalid" });
  return value;
};

/** The gateway's connection to the upstream. The gateway answers this itself, without a request to the upstream. */
export const connection = () =>
  queryOptions({
    queryKey: ["connection"] as const,
    queryFn: ({ signal }) => fetchConnection(signal),
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
