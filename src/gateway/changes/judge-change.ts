import { cutText } from "#contract/cut-text.ts";
import type { WrittenAnswer } from "#gateway/server/answer-request.ts";
import type { Verdict } from "#gateway/proxy/check-answer.ts";
import { describeProblem, type Failure } from "#gateway/server/problems.ts";
import type { Redactor } from "#gateway/server/redact-secrets.ts";
import type { ChangeEnding } from "./store.ts";
import { type ChangeDescription, readRecordId } from "./describe-change.ts";

type Written = WrittenAnswer | { readonly failure: Failure };

/** Operations whose successful responses contain a secret, which is shown once and not stored. */
const secretAnswers: ReadonlySet<string> = new Set([
  "createWebhookConfiguration",
  "rotateWebhookSecret",
]);

/** The largest response that is stored for a request with the same key. */
const maxStoredAnswer = 1024 * 1024;

const answerToStore = (written: Written, redactor: Redactor): string | null => {
  // PostgreSQL stores no NUL in a text; JSON escapes it.
  const text = redactor.serialise(written);
  return text.length > maxStoredAnswer ? null : text;
};

const nameFields = [
  "rmaNumber",
  "returnNumber",
  "purchaseOrderNumber",
  "configurationName",
  "name",
];
const statusFields = ["rmaStatus", "status"];
const longest = 100;

/** What people call the record of a response, and its status, without characters that hide or reorder others. */
const describeRecord = (
  value: unknown,
  redactor: Redactor,
): Pick<ChangeEnding, "recordName" | "recordStatus"> => {
  if (typeof value !== "object" || value === null) return {};
  const read = (fields: readonly string[]): string | undefined => {
    const entries = value as Readonly<Record<string, unknown>>;
    const text = fields.map((field) => entries[field]).find((one) => typeof one === "string");
    if (typeof text !== "string") return undefined;
    const shown = JSON.parse(redactor.serialise(text)) as string;
    const cut = cutText(shown.replace(/[\p{Cc}\p{Cf}]/gu, ""), longest);
    // Half a surrogate pair becomes U+FFFD on the way to the database.
    return Buffer.from(cut).toString() || undefined;
  };
  return { recordName: read(nameFields), recordStatus: read(statusFields) };
};

/** Statuses of refusals before the change itself was looked at: another attempt with the same key is a new one. */
const untried: ReadonlySet<number | undefined> = new Set([undefined, 401, 429]);

/** The result of a changing call: what is recorded of it. */
export const judgeChange = (
  change: ChangeDescription,
  verdict: Verdict,
  written: Written,
  redactor: Redactor,
): ChangeEnding => {
  const endedAt = new Date().toISOString();
  const status = verdict.status ?? null;
  if (verdict.kind === "success") {
    const recordId = change.recordId === null ? readRecordId(verdict.value) : null;
    const isSecret = secretAnswers.has(change.operation);
    const answer = isSecret ? null : answerToStore(written, redactor);
    const about = describeRecord(verdict.value, redactor);
    const common = { status, reason: null, endedAt, recordId, ...about };
    return { state: "done", ...common, answer, freesKey: false };
  }
  const { title, outcome } = describeProblem(verdict.failure, "");
  const common = { status, reason: title, endedAt, recordId: null };
  // A response that can't be read says nothing about the change.
  if (outcome !== "refused") return { ...common, state: "unknown", answer: null, freesKey: false };
  const freesKey = untried.has(verdict.status);
  const answer = freesKey ? null : answerToStore(written, redactor);
  return { ...common, state: "refused", answer, freesKey };
};

/** The result of a change whose answer could not be judged, because the gateway failed: it may have been made. */
export const unjudgedChange = (): ChangeEnding => ({
  state: "unknown",
  status: null,
  reason: describeProblem({ kind: "internal" }, "").title,
  endedAt: new Date().toISOString(),
  recordId: null,
  answer: null,
  freesKey: false,
});
