import { decodeJson, parseJson } from "#http/parse-json.ts";
import type { Outcome } from "#gateway/proxy/forward-call.ts";
import { givenUp } from "#gateway/proxy/check-answer.ts";
import { describeProblem } from "#gateway/server/problems.ts";
import type { Redactor } from "#gateway/server/redact-secrets.ts";

/** The result of a call that takes orders out of Processing (api 4.3). */
export interface RunResult {
  readonly state: "received" | "refused" | "unknown";
  readonly answeredAt: string;
  /** Why no orders were moved, or why the result is unknown: shown with the run, and may quote the API. */
  readonly reason: string | null;
  /** The same in the gateway's own words: the record of changes contains no text of the API. */
  readonly title: string | null;
  /** The API's status. */
  readonly status: number | null;
  readonly orderCount: number;
  readonly orderIds: readonly number[];
  /** The orders' JSON as received. */
  readonly orders: string | null;
  /** The received part of a response that could not be parsed as orders. */
  readonly kept: Buffer | null;
}

const nothing = { orderCount: 0, orderIds: [], orders: null, kept: null } as const;

/** No orders were moved, because nothing was sent. */
export const unsentResult = (reason: string, answeredAt: string): RunResult => ({
  state: "refused",
  answeredAt,
  reason,
  title: reason,
  status: null,
  ...nothing,
});

/** The response could not be read, because the gateway failed. */
export const unknownRunResult = (answeredAt: string): RunResult => {
  const { title } = describeProblem({ kind: "internal" }, "");
  const reason = `${title}. The API may have moved orders.`;
  return { state: "unknown", answeredAt, reason, title, status: null, ...nothing };
};

const wasRefused = ({ answer }: Outcome): boolean =>
  answer === undefined ||
  answer.kind === "unreachable" ||
  (answer.kind === "answer" &&
    answer.status >= 400 &&
    answer.status < 500 &&
    !givenUp.has(answer.status));

/** The orders in the response, whatever its content type: they won't be returned again. A success is parsed already. */
const ordersIn = ({
  answer,
  verdict,
}: Outcome): { text: string; orders: unknown[] } | undefined => {
  if (answer?.kind !== "answer" || answer.status < 200 || answer.status > 299) return undefined;
  const text = decodeJson(answer.body);
  const read = verdict.kind === "success" ? verdict : parseJson(answer.body);
  return text !== undefined && Array.isArray(read?.value)
    ? { text, orders: read.value }
    : undefined;
};

/**
 * The orders as they are stored: without tokens, because a new token would not remove an old one from the stored text.
 * Undefined if they contain one and are nested too deeply to write them again.
 */
const writeOrders = (
  { text, orders }: { text: string; orders: unknown[] },
  redactor: Redactor,
): string | undefined => {
  if (redactor.text(text) === text) return text;
  try {
    return redactor.serialise(orders);
  } catch {
    return undefined;
  }
};

const idOf = (order: unknown): unknown =>
  typeof order === "object" && order !== null && "id" in order ? order.id : undefined;

const isId = (id: unknown): id is number => Number.isSafeInteger(id);

const keptOf = ({ answer }: Outcome): Buffer | null =>
  answer !== undefined && "body" in answer && answer.body.length > 0 ? answer.body : null;

/** Why orders didn't arrive: in the gateway's own words, and with those of the API. */
const explain = ({ verdict }: Outcome, redactor: Redactor): { title: string; reason: string } => {
  if (verdict.kind === "success") {
    const title = "The API's response is not a list of orders";
    return { title, reason: `${title}.` };
  }
  const { title, detail, retryAfter } = describeProblem(verdict.failure, "");
  const wait = retryAfter === undefined ? "" : ` Try again in ${retryAfter} s.`;
  const reason = `${title}.${detail === undefined ? "" : ` ${detail}`}${wait}`;
  // PostgreSQL can't store NUL.
  return { title, reason: redactor.text(reason.replaceAll("\0", "")) };
};

/** Determines the result of a call: refused only if nothing can have moved, orders only if all of them arrived. */
export const toRunResult = (
  outcome: Outcome,
  answeredAt: string,
  redactor: Redactor,
): RunResult => {
  const { title, reason } = explain(outcome, redactor);
  const status = outcome.verdict.status ?? null;
  const common = { answeredAt, title, status, ...nothing };
  if (wasRefused(outcome))
    return { ...common, state: "refused", reason: `${reason} No orders were moved.` };
  const read = ordersIn(outcome);
  const orders = read && writeOrders(read, redactor);
  if (read !== undefined && orders !== undefined)
    return {
      state: "received",
      answeredAt,
      reason: null,
      title: null,
      status,
      orderCount: read.orders.length,
      orderIds: read.orders.map(idOf).filter(isId),
      orders,
      kept: null,
    };
  return {
    ...common,
    state: "unknown",
    reason: `${reason} The API may still have moved orders.`,
    kept: redactedBytes(keptOf(outcome), redactor),
  };
};

const redactedBytes = (bytes: Buffer | null, redactor: Redactor): Buffer | null => {
  if (bytes === null) return null;
  const text = bytes.toString("latin1");
  const clean = redactor.text(text);
  return clean === text ? bytes : Buffer.from(clean, "latin1");
};
