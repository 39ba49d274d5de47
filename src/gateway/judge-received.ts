import type { Outcome } from "./forward-call.ts";
import { decodeJson } from "./parse-json.ts";
import { describeProblem } from "./problems.ts";
import type { Redactor } from "./redact-secrets.ts";

/** What became of a call that takes orders out of Processing (api 4.3). */
export interface RunEnding {
  readonly state: "received" | "refused" | "unknown";
  readonly answeredAt: string;
  readonly reason: string | null;
  readonly orderCount: number;
  readonly orderIds: readonly number[];
  /** The orders' JSON as it came. */
  readonly orders: string | null;
  /** What came of an answer that could not be read as orders. */
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

/** Statuses that a machine between us and the upstream gives up with, while the upstream may go on. */
const givenUp: ReadonlySet<number> = new Set([408, 499]);

const wasRefused = ({ answer }: Outcome): boolean =>
  answer === undefined ||
  answer.kind === "unreachable" ||
  (answer.kind === "answer" &&
    answer.status >= 400 &&
    answer.status < 500 &&
    !givenUp.has(answer.status));

/** The orders in the answer, whatever type it says it has: they will not come again. */
const ordersIn = ({ answer }: Outcome): { text: string; orders: unknown[] } | undefined => {
  if (answer?.kind !== "answer" || answer.status < 200 || answer.status > 299) return undefined;
  const text = decodeJson(answer.body);
  try {
    const value: unknown = text === undefined ? undefined : JSON.parse(text);
    return text !== undefined && Array.isArray(value) ? { text, orders: value } : undefined;
  } catch {
    return undefined;
  }
};

const idOf = (order: unknown): unknown =>
  typeof order === "object" && order !== null && "id" in order ? order.id : undefined;

const isId = (id: unknown): id is number => Number.isSafeInteger(id);

const keptOf = ({ answer }: Outcome): Buffer | null =>
  answer !== undefined && "body" in answer && answer.body.length > 0 ? answer.body : null;

/** PostgreSQL has no place for the one character that is left out. */
const inWords = (outcome: Outcome): string => wordsOf(outcome).replaceAll("\0", "");

const wordsOf = ({ verdict }: Outcome): string => {
  if (verdict.kind === "success") return "The API's response is not a list of orders.";
  const { title, detail, retryAfter } = describeProblem(verdict.failure, "");
  const wait = retryAfter === undefined ? "" : ` Try again in ${retryAfter} s.`;
  return `${title}.${detail === undefined ? "" : ` ${detail}`}${wait}`;
};

/** Tells what a call came to: a refusal only where nothing can have been moved, orders only where all of them came. */
export const judgeReceived = (
  outcome: Outcome,
  answeredAt: string,
  redactor: Redactor,
): RunEnding => {
  if (wasRefused(outcome))
    return refusedEnding(`${redactor.text(inWords(outcome))} No orders were moved.`, answeredAt);
  const read = ordersIn(outcome);
  if (read !== undefined) {
    // Tokens are kept nowhere, and a new one would not take an old one out of what is kept.
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
