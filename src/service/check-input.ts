import type * as z from "zod/mini";
import type { Issue } from "#contract/errors.ts";
import type { OperationSpec } from "#contract/operation.ts";
import { pathIdPattern } from "#contract/primitives.ts";
import { findHostileJson } from "./find-hostile-json.ts";
import { listIssues } from "#http/list-issues.ts";
import { badRequest } from "./refusal.ts";

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
