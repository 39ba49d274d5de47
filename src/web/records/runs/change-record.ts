import { ApiError, mayHaveHappened } from "#web/base/api-error.ts";
import type { Halt, RunKind } from "./run-kind.ts";
import type { RunLineState } from "./run-line.ts";

const toMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Refusals that are not about the record: the token, the rate limit, an unsupported or unavailable API. */
const haltingStatuses = new Set([401, 429, 501, 503]);

/** The person's role, which may have changed during the run. */
const isHalting = ({ status, kind }: ApiError): boolean =>
  haltingStatuses.has(status) || kind === "role-too-low";

/** The gateway's problems that repeat a refusal by the API. */
const apiRefusals = new Set(["token-refused", "upstream-refused"]);

const halt = (error: ApiError): Halt => ({
  kind: "held",
  why: error.message,
  refused: apiRefusals.has(error.kind ?? ""),
  limited: error.status === 429,
});

/** Failures of a read that every further record would have too: no connection, and the refusals above. */
const haltingReads = new Set([0, 504, ...haltingStatuses]);

/** The result for a record that could not be read before its change was sent. */
export const afterUnread = (error: unknown): RunLineState<never> | Halt => {
  if (error instanceof ApiError && (haltingReads.has(error.status) || isHalting(error)))
    return halt(error);
  const refused = error instanceof ApiError && [403, 404].includes(error.status);
  return { kind: refused ? "refused" : "unread", why: toMessage(error) };
};

/** Finds the result of a request whose response was lost from the record as it is now. Sends no change. */
export const findResult = async <C, D, S, R>(
  kind: RunKind<C, D, S, R>,
  change: C,
  id: number,
  sent: S,
  why: string,
): Promise<RunLineState<S>> => {
  try {
    return kind.afterLoss(change, await kind.read(id), sent, why);
  } catch (error) {
    return error instanceof ApiError && error.status === 404
      ? { kind: "refused", why: toMessage(error) }
      : { kind: "unknown", why: toMessage(error), sent };
  }
};

/** Sends one record's change once; if the response is lost, the record is read and never sent again. */
export const changeRecord = async <C, D, S, R>(
  kind: RunKind<C, D, S, R>,
  change: C,
  id: number,
  sent: S,
): Promise<RunLineState<S> | Halt> => {
  try {
    return kind.afterResponse(change, await kind.send(id, change, sent), sent);
  } catch (error) {
    const why = toMessage(error);
    if (!(error instanceof ApiError) || mayHaveHappened(error))
      return findResult(kind, change, id, sent, why);
    if (isHalting(error)) return halt(error);
    return kind.afterRefusal?.(error) ?? { kind: "refused", why };
  }
};
