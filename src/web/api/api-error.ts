import type { Issue, Outcome, Problem } from "#contract/errors.ts";

/** What went wrong with a call, in the one shape that every screen reads. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** The HTTP status; 0 when there was no answer at all. */
  readonly status: number;
  /** Whether the call can have had its effect: see `Outcome`. */
  readonly outcome: Outcome;
  readonly issues: readonly Issue[];
  /** Seconds to wait before another try, where they are known. */
  readonly retryAfter: number | undefined;
  /** The token types that the operation takes, on 401 and 403. */
  readonly tokens: readonly string[];
  readonly requestId: string | undefined;
  /** What went wrong in the gateway's own words, where the message says only the particulars. */
  readonly title: string | undefined;

  constructor(
    message: string,
    given: Partial<Omit<ApiError, "name" | "message">> & { outcome: Outcome },
  ) {
    super(message);
    this.status = given.status ?? 0;
    this.outcome = given.outcome;
    this.issues = given.issues ?? [];
    this.retryAfter = given.retryAfter;
    this.tokens = given.tokens ?? [];
    this.requestId = given.requestId;
    this.title = given.title;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const asText = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

const asIssues = (value: unknown): Issue[] =>
  Array.isArray(value)
    ? value.filter(isRecord).map((issue) => ({
        path: String(issue["path"] ?? ""),
        message: String(issue["message"] ?? ""),
      }))
    : [];

const isOutcome = (value: unknown): value is Outcome =>
  value === "refused" || value === "unknown" || value === "invalid";

/**
 * Reads the gateway's problem JSON. Not through a schema: an error must be readable even when it is not what it should
 * be, and a changing call whose outcome nobody states counts as unknown.
 */
export const apiErrorOf = (
  status: number,
  json: unknown,
  changesState: boolean,
  retryAfterHeader?: string | null,
): ApiError => {
  const problem: Partial<Record<keyof Problem | "error", unknown>> = isRecord(json) ? json : {};
  const retryAfter = Number(problem.retryAfter ?? retryAfterHeader ?? Number.NaN);
  const sent = status >= 500 || status === 0;
  const id = asText(problem.requestId);
  return new ApiError(
    asText(problem.detail) ??
      asText(problem.title) ??
      asText(problem.error) ??
      `The API answered with status ${status}.`,
    {
      status,
      outcome: isOutcome(problem.outcome)
        ? problem.outcome
        : changesState && sent
          ? "unknown"
          : "refused",
      issues: asIssues(problem.issues),
      retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
      tokens: Array.isArray(problem.tokens) ? problem.tokens.map(String) : [],
      requestId: id,
      title: asText(problem.detail) && asText(problem.title),
    },
  );
};

/** Whether the upstream does not serve the operation at all, as one that has only the documented operations does not. */
export const isUnserved = (error: unknown): boolean =>
  error instanceof ApiError && [404, 405, 501].includes(error.status);

/** Whether the upstream has no way to read the record; 404 may also say that there is none of its id. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof ApiError && [405, 501].includes(error.status);

/**
 * Whether a failed change may still have taken effect. An error that is not an ApiError may have occurred after the call
 * was sent. Errors before that are not passed to this function (ui/save-machine.ts).
 */
export const mayHaveHappened = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.outcome !== "refused";
