import type { Issue } from "#contract/errors.ts";
import { formatPath, maxIssues } from "#http/list-issues.ts";

/**
 * Values in one body, including arrays and objects: enough for any batch, and checked within a fraction of a second.
 */
const maxValues = 100_000;

interface Place {
  readonly value: unknown;
  /** The key in the value outside; the whole body has neither. */
  readonly key?: string;
  readonly outside?: Place;
}

/** Only for the places of issues: a long key above a hundred thousand values would be copied as often. */
const pathOf = (place: Place): string => {
  const keys: string[] = [];
  for (let at = place; at.key !== undefined && at.outside !== undefined; at = at.outside)
    keys.push(at.key);
  return formatPath(keys.reverse());
};

/** Beyond the limit, issues are only counted. */
const unlisted: Issue = { path: "…", message: "" };

const textProblem = (text: string): string | undefined => {
  if (text.includes("\0")) return "Text can't contain the NUL character";
  // With the u flag, only unpaired surrogates match.
  if (/\p{Surrogate}/u.test(text)) return "Text can't contain an unpaired surrogate";
  return undefined;
};

const numberProblem = (value: number): string | undefined => {
  if (!Number.isFinite(value)) return "This number is too large";
  // Parsing has rounded it already: the response would contain another number than the request.
  return Number.isInteger(value) && !Number.isSafeInteger(value)
    ? "Whole numbers beyond 2^53 can't be represented exactly"
    : undefined;
};

const keyProblem = (key: string): string | undefined =>
  key === "__proto__" ? "This field name is not allowed" : textProblem(key);

/**
 * Finds content that no JSON value may contain here, whatever its schema: text that PostgreSQL cannot store, numbers
 * that JavaScript cannot represent, the one key that could reach an object's prototype, and more values than any
 * request needs. An issue without a path is about the whole value, which then must not be processed further. Walks
 * with an explicit stack, so that no depth can exhaust the call stack.
 */
export const findHostileJson = (json: unknown): Issue[] => {
  const issues: Issue[] = [];
  let values = 0;
  const places: Place[] = [{ value: json }];
  const report = (place: Place, message: string | undefined): void => {
    if (message === undefined) return;
    issues.push(issues.length < maxIssues ? { path: pathOf(place), message } : unlisted);
  };
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { value } = place;
    if (typeof value === "string") report(place, textProblem(value));
    if (typeof value === "number") report(place, numberProblem(value));
    if (typeof value !== "object" || value === null) continue;
    values += Array.isArray(value) ? value.length : Object.keys(value).length;
    if (values > maxValues)
      return [{ path: "", message: `A body can't contain more than ${maxValues} values` }];
    for (const [key, inner] of Object.entries(value)) {
      const inside = { value: inner, key, outside: place };
      report(inside, keyProblem(key));
      places.push(inside);
    }
  }
  return issues;
};
