import { decodeJson, parseJson } from "#http/parse-json.ts";
import type { Outcome } from "./forward-call.ts";
import { givenUp } from "./judge-answer.ts";
import { describeProblem } from "./problems.ts";
import type { Redactor } from "./redact-secrets.ts";

/** The result of a call that takes orders out of Processing (api 4.3). */
export interface RunEnding {
  readonly state: "received" | "refused" | "unknown";
  readonly answeredAt: string;
  readonly reason: string | null;
  readonly orderCount: number;
  readonly orderIds: readonly number[];
  /** The orders' JSON as received. */
  readonly orders: string | null;
  /** The received part of a response that could not be parsed as orders. */
  readonly kept: Buffer | null;
}

const nothing = { orderCount: 0, orderIds: [], orders: null, kept: null } as const;

/** No orders were moved. */
export const refusedEnding = (reason: string, answeredAt: string): RunEnding => ({
  state: "refused",
  answeredAt,
  reason,
  ...nothing,
});

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

const idOf = (order: unknown): unknown =>
  typeof order === "object" && order !== null && "id" in order ? order.id : undefined;

const isId = (id: unknown): id is number => Number.isSafeInteger(id);

const keptOf = ({ answer }: Outcome): Buffer | null =>
  answer !== undefined && "body" in answer && answer.body.length > 0 ? answer.body : null;

/** Removes NUL, which PostgreSQL can't store. */
const inWords = (outcome: Outcome): string => wordsOf(outcome).replaceAll("\0", "");

const wordsOf = ({ verdict }: Outcome): string => {
  if (verdict.kind === "success") return "The API's response is not a list of orders.";
  const { title, detail, retryAfter } = describeProblem(verdict.failure, "");
  const wait = retryAfter === undefined ? "" : ` Try again in ${retryAfter} s.`;
  return `${title}.${detail === undefined ? "" : ` ${detail}`}${wait}`;
};

/** Determines the result of a call: refused only if nothing can have moved, orders only if all of them arrived. */
export const judgeReceived = (
  outcome: Outcome,
  answeredAt: string,
  redactor: Redactor,
): RunEnding => {
  if (wasRefused(outcome))
    return refusedEnding(`${redactor.text(inWords(outcome))} No orders were moved.`, answeredAt);
  const read = ordersIn(outcome);
  if (read !== undefined) {
    // Tokens are not stored, and a new token would not remove an old one from the stored text.
    const clean = redactor.text(read.text) === read.text;
    return {
      state: "received",
      answeredAt,
      reason: null,
      orderCount: read.orders.length,
      orderIds: read.orders.map(idOf).filter(isId),
      orders: clean ? read.text : redactor.serialise(read.orders),
      kept: null,
    };
  }
  return {
    state: "unknown",
    answeredAt,
    reason: `${redactor.text(inWords(outcome))} The API may still have moved orders.`,
    ...nothing,
    kept: redactedBytes(keptOf(outcome), redactor),
  };
};

const redactedBytes = (bytes: Buffer | null, redactor: Redactor): Buffer | null => {
  if (bytes === null) return null;
  const text = bytes.toString("latin1");
  const clean = redactor.text(text);
  return clean === text ? bytes : Buffer.from(clean, "latin1");
};
