import type * as z from "zod/mini";
import { parseJsonExactly, writeJsonExactly } from "#contract/exact-json.ts";
import type { Operation, ParamsOf, QueryInputOf, ResponseOf } from "#contract/operation.ts";
import { readAnswer, type ReadProblem } from "#contract/read.ts";
import {
  ApiError,
  createUnservedError,
  isSignedInByProxy,
  toApiError,
} from "#web/base/api-error.ts";
import { describeInvalidId, isId } from "#web/base/record-id.ts";
import { isServed, learnServed, mayAsk } from "#web/base/served.ts";
import { pendingCalls, reportAnswer, reportRefusal, toNetworkError } from "./answer-events.ts";

/**
 * The priority of a request (RFC 9218): a person's click goes first, then a screen's secondary data, then background
 * work.
 */
export type Urgency = "click" | "screen" | "background";
const priority = { click: "u=1", screen: "u=3", background: "u=6" } as const satisfies Record<
  Urgency,
  string
>;

type BodyInput<O> = O extends { readonly body: infer B extends z.ZodMiniType }
  ? z.input<B>
  : undefined;
type Part<K extends string, V> = [V] extends [undefined] ? unknown : Record<K, V>;
type QueryPart<V> = [V] extends [undefined] ? unknown : { query?: Partial<V> };

/** The input of a call: the operation's path parameters, query and body, if it has them. */
export type CallInput<O> = Part<"params", ParamsOf<O>> &
  QueryPart<QueryInputOf<O>> &
  Part<"body", BodyInput<O>> & {
    signal?: AbortSignal | undefined;
    urgency?: Urgency;
    /** Bypasses the gateway's cache. */
    fresh?: boolean;
    headers?: Sending;
  };

/** The version of a record, as an ETag, if it has one. */
export type Version = string | null | undefined;

/** The headers of a change that its caller knows. */
export type Sending = Partial<Record<"If-Match" | "Idempotency-Key", string>>;

/** The headers of a change: the version that it is made to, and the key by which it is found if its answer is lost. */
export const toSending = (version: Version, key?: string): Sending => ({
  ...(version && { "If-Match": version }),
  ...(key && { "Idempotency-Key": key }),
});

/** A parsed answer with the values of the list headers and the parse problems. */
export interface Answer<T> {
  value: T;
  /** Places where the answer deviates from the contract, with their raw values. */
  problems: ReadProblem[];
  /** The number of records on all pages, if the upstream returns it. */
  total: number | undefined;
  /** Age in seconds of an answer from the gateway's cache; absent for a new answer. */
  age?: number;
  version?: Version;
}

interface LooseInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal | undefined;
  urgency?: Urgency;
  fresh?: boolean;
  headers?: Sending;
}

/** Fills in the path parameters. An invalid id is rejected here, before it costs a request. */
const buildPath = (operation: Operation, params: Record<string, unknown>): string =>
  operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    const id = String(value);
    if (isId(value)) return id;
    throw new ApiError(describeInvalidId(id), { status: 404, outcome: "refused" });
  });

const buildQuery = (query: Record<string, unknown>): string => {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null && value !== "")
    .map(([name, value]) => [name, String(value)]);
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
};

const toJson = (text: string): unknown => {
  try {
    return text === "" ? undefined : parseJsonExactly(text);
  } catch {
    return undefined;
  }
};

const toCallError = ({ changesState }: Operation, cause: unknown): unknown =>
  toNetworkError(cause, changesState ? "unknown" : "refused");

/**
 * Whether 404 is an expected status. The gateway then returns it in a header, because browsers log a 404 as an error of
 * the page.
 */
const mayBeUnserved = ({ extension, changesState }: Operation): boolean =>
  extension && !changesState;

const isRedirect = ({ type }: Response): boolean => type === "opaqueredirect";

/** The most characters of a body that a browser sends after its page was closed: it allows 64 KiB for all together. */
const mostKept = 8_000;

const sendRequest = async (operation: Operation, input: LooseInput): Promise<Response> => {
  if (operation.extension && !mayAsk(operation)) throw createUnservedError();
  const path = buildPath(operation, input.params ?? {});
  const body = input.body === undefined ? undefined : writeJsonExactly(input.body);
  const response = fetch(`/api${path}${buildQuery(input.query ?? {})}`, {
    method: operation.method,
    headers: {
      Accept: "application/json",
      "X-Requested-By": "supercargo",
      Priority: priority[input.urgency ?? "screen"],
      ...(input.fresh ? { "Cache-Control": "no-cache" } : {}),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      // A key for each act: a request that the network repeats is sent on once.
      ...(operation.changesState && {
        "Idempotency-Key": crypto.getRandomValues(new Uint32Array(4)).join("-"),
      }),
      ...(mayBeUnserved(operation) ? { Prefer: "status=200" } : {}),
      ...input.headers,
    },
    // Never followed.
    redirect: "manual",
    // The gateway's responses forbid caching. "no-store" here would bypass the gateway's cache: browsers then send
    // Cache-Control: no-cache.
    cache: "default",
    keepalive: operation.changesState && (body?.length ?? 0) < mostKept,
    ...(body !== undefined && { body }),
    ...(input.signal && { signal: input.signal }),
  });
  const pending = { since: performance.now(), urgency: input.urgency ?? "screen" };
  pendingCalls.add(pending);
  return response
    .then((answer) => {
      // The gateway redirects no call.
      if (isRedirect(answer) && !isSignedInByProxy()) throw new TypeError("redirect");
      return answer;
    })
    .catch((cause: unknown) => {
      throw toCallError(operation, cause);
    })
    .finally(() => pendingCalls.delete(pending));
};

const readNumber = ({ headers }: Response, name: string): number | undefined => {
  const value = Number(headers.get(name) ?? Number.NaN);
  return Number.isFinite(value) ? value : undefined;
};

/** The API's status. The gateway returns an expected error status in a header; a redirect leads to a proxy's sign-in. */
const readStatus = (response: Response): number =>
  isRedirect(response) ? 401 : Number(response.headers.get("x-status") ?? response.status);

/** The response's text; throws if its status is an error. */
const readText = async (operation: Operation, input: LooseInput, response: Response) => {
  const text = await response.text().catch((cause: unknown) => {
    throw toCallError(operation, cause);
  });
  const status = readStatus(response);
  const ok = status < 400;
  reportAnswer(ok);
  learnServed(operation, status);
  if (ok) return text;
  if (operation.extension && !operation.changesState && !isServed(operation))
    throw createUnservedError();
  const retryAfter = response.headers.get("retry-after");
  const error = toApiError(status, toJson(text), operation.changesState, retryAfter);
  throw reportRefusal(error, input.urgency);
};

/** Sends one operation to the gateway, once, and reads the response's text. Throws if the status is an error. */
const receive = async (operation: Operation, input: LooseInput) => {
  const response = await sendRequest(operation, input);
  return { response, text: await readText(operation, input, response) };
};

/** Sends one operation to the gateway, once, and passes on each line of JSON in the answer as soon as it is there. */
export async function* streamAnswer<O extends Operation>(
  operation: O,
  input: CallInput<O>,
): AsyncGenerator<ResponseOf<O>, void, undefined> {
  const response = await sendRequest(operation, input);
  if (readStatus(response) >= 400 || response.body === null) {
    await readText(operation, input, response);
    return;
  }
  reportAnswer(true);
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (rest + decoder.decode(value, { stream: !done })).split("\n");
      rest = done ? "" : (lines.pop() ?? "");
      for (const line of lines)
        if (line !== "") yield readAnswer(operation.response, toJson(line)).value as ResponseOf<O>;
      if (done) return;
    }
  } catch (cause) {
    throw toCallError(operation, cause);
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

/**
 * Sends one operation to the gateway, once, and parses the answer tolerantly. Throws an `ApiError` or an `AbortError`.
 */
export const fetchAnswer = async <O extends Operation>(
  operation: O,
  input: CallInput<O>,
): Promise<Answer<ResponseOf<O>>> => {
  const { response, text } = await receive(operation, input);
  const { value, problems } = readAnswer(operation.response, toJson(text));
  if (problems.some(({ path }) => path === "")) {
    throw new ApiError("The service's answer can't be read.", {
      status: response.status,
      outcome: "invalid",
    });
  }
  const age = readNumber(response, "age");
  return {
    value: value as ResponseOf<O>,
    problems,
    total: readNumber(response, "x-total-count"),
    ...(age === undefined ? {} : { age }),
    version: response.headers.get("etag"),
  };
};

/** Like `fetchAnswer`, but returns only the value. */
export const call = async <O extends Operation>(
  operation: O,
  input: CallInput<O>,
): Promise<ResponseOf<O>> => (await fetchAnswer(operation, input)).value;

/** Returns the answer's text unchanged and unparsed, for a file. */
export const fetchRawAnswer = async <O extends Operation>(
  operation: O,
  input: CallInput<O>,
): Promise<string> => (await receive(operation, input)).text;
