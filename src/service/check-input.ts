import type * as z from "zod/mini";
import { parseCommaList } from "#contract/comma-list.ts";
import type { Issue } from "#contract/errors.ts";
import type { OperationSpec } from "#contract/operation.ts";
import { pathIdPattern } from "#contract/primitives.ts";
import { formatPath, listIssues, maxIssues } from "#http/list-issues.ts";
import { badRequest } from "./refusal.ts";

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
const findHostileJson = (json: unknown): Issue[] => {
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

/** The parts of a request as received. */
export interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

type Checked = { readonly value: unknown; readonly issues: readonly Issue[] };

const check = (schema: z.ZodMiniType, value: unknown): Checked => {
  const result = schema.safeParse(value);
  return result.success
    ? { value: result.data, issues: [] }
    : { value: undefined, issues: listIssues(result.error) };
};

/** Checks a value from outside: first for content that no schema may receive, then against its own schema. */
const checkForeign = (schema: z.ZodMiniType, value: unknown): Checked => {
  const hostile = findHostileJson(value);
  if (hostile.some(({ path }) => path === "")) return { value: undefined, issues: hostile };
  const { value: result, issues } = check(schema, value);
  const places = new Set(hostile.map(({ path }) => path));
  return { value: result, issues: [...hostile, ...issues.filter(({ path }) => !places.has(path))] };
};

const checkParams = (schema: z.ZodMiniObject | undefined, params: unknown): Checked => {
  if (schema === undefined) return { value: undefined, issues: [] };
  const bad = Object.entries(params as Record<string, string>).filter(
    ([, text]) => !pathIdPattern.test(text) || !Number.isSafeInteger(Number(text)),
  );
  if (bad.length === 0) return check(schema, params);
  return {
    value: undefined,
    issues: bad.map(([path]) => ({ path, message: "An ID must be a positive whole number" })),
  };
};

const shortOffset = /^(\d{4}-\d{2}-\d{2}T[\d:.]+[+-]\d{2})(\d{2})?$/i;

/** Offsets of ISO 8601 without a colon, or without minutes: +0200 and +02 are +02:00. */
const completeOffset = (value: unknown): unknown =>
  typeof value === "string"
    ? value.replace(shortOffset, (_, hours: string, minutes = "00") => `${hours}:${minutes}`)
    : value;

/** Unknown names are ignored, and so is a name without a value (neighbours: real clients send both). */
const checkQuery = (schema: z.ZodMiniObject | undefined, query: unknown): Checked => {
  if (schema === undefined) return { value: undefined, issues: [] };
  const known = Object.entries(query as Record<string, unknown>).filter(
    ([name, value]) => value !== "" && Object.hasOwn(schema.shape, name),
  );
  const given = Object.fromEntries(known.map(([name, value]) => [name, completeOffset(value)]));
  return checkForeign(schema, given);
};

/** A missing body is refused only if the operation requires content. */
const checkBody = (schema: z.ZodMiniType | undefined, body: unknown): Checked => {
  if (schema === undefined) return { value: undefined, issues: [] };
  if (body === undefined) {
    const empty = check(schema, {});
    return empty.issues.length === 0
      ? empty
      : { value: undefined, issues: [{ path: "", message: "A JSON body is required" }] };
  }
  return checkForeign(schema, body);
};

/** Checks a request against its operation's schemas and refuses it with all problems in all parts. */
export const checkInput = (operation: OperationSpec, raw: RawInput): RawInput => {
  const params = checkParams(operation.params, raw.params);
  const query = checkQuery(operation.query, raw.query);
  const body = checkBody(operation.body, raw.body);
  const issues = [params, query, body].flatMap((part) => part.issues);
  if (issues.length > 0) throw badRequest(issues);
  return { params: params.value, query: query.value, body: body.value };
};

/** The entries of a comma list in a query; a missing or empty list filters nothing. */
export const givenList = (text: string | undefined): string[] | undefined => {
  const entries = parseCommaList(text);
  return entries.length === 0 ? undefined : entries;
};

/** The words in a comma list, in any case; an unknown word is refused, because it would never match. */
export const knownWords = (
  path: string,
  text: string | undefined,
  known: readonly string[],
): string[] | undefined => {
  const given = givenList(text);
  if (given === undefined) return undefined;
  const bySpelling = new Map(known.map((word) => [word.toLowerCase(), word]));
  const unknown = given.filter((word) => !bySpelling.has(word.toLowerCase()));
  if (unknown.length > 0) {
    throw badRequest(
      unknown.map((word) => ({
        path,
        message: `Unknown ${path} '${word}'. Use one of: ${known.join(", ")}`,
      })),
    );
  }
  return given.map((word) => bySpelling.get(word.toLowerCase()) ?? word);
};
