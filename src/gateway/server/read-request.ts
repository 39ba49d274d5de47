import type { Issue } from "#contract/errors.ts";
import type { Operation } from "#contract/operation.ts";
import { capIssues, formatPath } from "#http/list-issues.ts";
import { type ParsedJson, parseExactJson } from "#http/parse-json.ts";
import { whenClosed } from "#http/observe-requests.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Failure } from "./problems.ts";

/** The prefix of the API's paths on the console's address. */
export const apiPrefix = "/api";

/** Calls `act` if the client disconnects before the response is sent, or has done so. */
export const onDisconnect = (reply: FastifyReply, act: () => void): void =>
  whenClosed(reply, () => {
    if (!reply.raw.writableFinished) act();
  });

/** The request's path and query as received, before any decoding. */
export const readTarget = (request: FastifyRequest): { path: string; query: URLSearchParams } => {
  const [path = "", ...rest] = (request.raw.url ?? "").split("?");
  return { path, query: new URLSearchParams(rest.join("?")) };
};

/** A header's value; several are joined. */
export const readHeader = (
  { headers }: Pick<FastifyRequest, "headers">,
  name: string,
): string | undefined => {
  const value = headers[name];
  return typeof value === "string" ? value : value?.join(",");
};

/** Longer query values can't be valid in the API. */
const longestQueryValue = 4_096;

/** The names that appear more than once; counted in one pass, because a query can have thousands of names. */
const repeatedNames = (query: URLSearchParams): string[] => {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const name of query.keys()) (seen.has(name) ? repeated : seen).add(name);
  return [...repeated];
};

/**
 * The query values that are refused: too long, with a NUL character (PostgreSQL can't store it), or given twice. At most
 * a thousand are listed, each with the beginning of its name.
 */
export const badQuery = (query: URLSearchParams): readonly Issue[] =>
  capIssues([
    ...[...query]
      .filter(([, value]) => value.length > longestQueryValue || value.includes("\0"))
      .map(([name]) => ({
        path: formatPath([name]),
        message: "This query value is too long or contains a NUL character.",
      })),
    // The gateway and the upstream could read different values of a duplicate.
    ...repeatedNames(query).map((name) => ({
      path: formatPath([name]),
      message: "This query parameter appears more than once.",
    })),
  ]);

/** Parses a body when it arrives, once; an empty one counts as none, whatever its content type (neighbours). */
export const parseBody = (bytes: Buffer): ParsedJson | undefined =>
  bytes.length === 0 ? undefined : parseExactJson(bytes);

/** Whether a body changes nothing, so that an update with it only reads its record. */
export const changesNothing = (
  { readsWith }: Pick<Operation, "readsWith">,
  body: unknown,
): boolean => readsWith !== undefined && JSON.stringify(body) === readsWith;

/** The parsed body of a request; undefined where the operation has none. */
export const readBody = (
  operation: Pick<Operation, "body">,
  { body }: Pick<FastifyRequest, "body">,
): { readonly value: unknown; readonly text?: string } | Failure => {
  const parsed = body as ParsedJson | undefined;
  if (parsed?.kind === "bad") return { kind: "bad-request", detail: parsed.message };
  if (operation.body === undefined) return { value: undefined };
  return parsed === undefined
    ? { kind: "bad-request", detail: "This operation takes a JSON body." }
    : { value: parsed.value, text: parsed.text };
};
