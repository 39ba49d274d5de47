import type { Issue, Outcome, Problem } from "#contract/errors.ts";
import type { Session } from "#contract/people.ts";

type SignIn = Session["signIn"] | undefined;
let readSignIn = (): SignIn => undefined;

/** Sets how this page knows the kind of its sign-in. Workers don't, and don't load the code of the session. */
export const setSignInReader = (read: () => SignIn): void => void (readSignIn = read);

/**
 * Whether a proxy before the gateway signs people in. Once its own session has ended, it answers each request itself:
 * with 401, or with a redirect to a sign-in page. Where the kind of sign-in isn't known, such a response is taken for
 * that, too.
 */
export const isSignedInByProxy = (): boolean => (readSignIn() ?? "header") === "header";

/** Whether a proxy answered instead of the gateway, because the person has to sign in: the request went no further. */
export const isProxySignOut = (
  { status, type }: { status: number; type?: Response["type"] },
  json: unknown,
): boolean => {
  if (!isSignedInByProxy()) return false;
  const { type: problem } = Object(json) as { type?: unknown };
  const isOwn = String(problem).startsWith("urn:supercargo:");
  return type === "opaqueredirect" || (status === 401 && !isOwn);
};

/** The error of a failed call, in the form that all screens use. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** The HTTP status; 0 if there was no response. */
  readonly status: number;
  /** Whether the call may have taken effect: see `Outcome`. */
  readonly outcome: Outcome;
  readonly issues: readonly Issue[];
  /** Seconds to wait before the next attempt, if known. */
  readonly retryAfter: number | undefined;
  /** The token types that the operation accepts, on 401 and 403. */
  readonly tokens: readonly string[];
  readonly requestId: string | undefined;
  /** The kind of the gateway's problem: the last part of its `type`. */
  readonly kind: string | undefined;
  /** The gateway's title of the problem; the message holds only the details. */
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
    this.kind = given.kind;
    this.title = given.title;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const toText = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

const toIssues = (value: unknown): Issue[] =>
  Array.isArray(value)
    ? value.filter(isRecord).map((issue) => ({
        path: String(issue["path"] ?? ""),
        message: String(issue["message"] ?? ""),
      }))
    : [];

const isOutcome = (value: unknown): value is Outcome =>
  value === "refused" || value === "unknown" || value === "invalid";

/** The error of a call that a proxy before the gateway answered, because it doesn't know the person any more. */
const signedOutAtProxy = () =>
  new ApiError("Your organization's sign-in ended.", {
    status: 401,
    outcome: "refused",
    kind: "signed-out",
  });

/**
 * Parses the gateway's problem JSON. It uses no schema, because a malformed error must stay readable. A changing call
 * without a stated outcome counts as unknown.
 */
export const toApiError = (
  status: number,
  json: unknown,
  changesState: boolean,
  retryAfterHeader?: string | null,
): ApiError => {
  if (isProxySignOut({ status }, json)) return signedOutAtProxy();
  const problem: Partial<Record<keyof Problem | "error", unknown>> = isRecord(json) ? json : {};
  const retryAfter = Number(problem.retryAfter ?? retryAfterHeader ?? Number.NaN);
  const sent = status >= 500 || status === 0;
  const id = toText(problem.requestId);
  return new ApiError(
    toText(problem.detail) ??
      toText(problem.title) ??
      toText(problem.error) ??
      `The service answered with status ${status}.`,
    {
      status,
      outcome: isOutcome(problem.outcome)
        ? problem.outcome
        : changesState && sent
          ? "unknown"
          : "refused",
      issues: toIssues(problem.issues),
      retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
      tokens: Array.isArray(problem.tokens) ? problem.tokens.map(String) : [],
      requestId: id,
      kind: toText(problem.type)?.split(":").at(-1),
      title: toText(problem.detail) && toText(problem.title),
    },
  );
};

/** Whether the gateway did not answer at all. For a read this means that nothing happened. */
export const isSilence = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 0;

/** Whether the gateway knows no signed-in person. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.kind === "signed-out";

export const createUnservedError = (): ApiError =>
  new ApiError("The service doesn't offer this.", { status: 501, outcome: "refused" });

/** Whether the upstream lacks the operation, as one with only the documented operations does. */
export const isUnserved = (error: unknown): boolean =>
  error instanceof ApiError && [404, 405, 501].includes(error.status);

/**
 * Whether a failed change may still have taken effect. An error that is not an ApiError may have occurred after the call
 * was sent. Errors before that are not passed to this function (editing/editing.ts).
 */
export const mayHaveHappened = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.outcome !== "refused";

export const hasStatus = (error: unknown, status: number): boolean =>
  error instanceof ApiError && error.status === status;

/** Whether the gateway doesn't know the result of a repeated request yet. */
export const isUnanswered = (error: unknown): boolean =>
  isSilence(error) ||
  isSignedOut(error) ||
  hasStatus(error, 429) ||
  hasStatus(error, 503) ||
  (error instanceof ApiError && error.kind === "change-under-way");
