import * as z from "zod/mini";

/** One place in a response that does not match the contract; the raw value is kept for display. */
export interface ReadProblem {
  /** The path: `items.0.quantity`. Empty for the response as a whole. */
  path: string;
  message: string;
  raw: unknown;
}

/** A parsed response with its problems. `value` always has the schema's shape. */
export interface ReadResult<T> {
  value: T;
  problems: ReadProblem[];
}

/** The placeholder for a required field that the response lacks; always reported as a problem. */
const placeholders: Readonly<Record<string, unknown>> = {
  number: 0,
  int: 0,
  boolean: false,
  array: [],
  object: {},
};

// JSON in, JSON out: the contract has neither DOM nor Node to clone with.
const copyJson = (json: unknown): unknown => JSON.parse(JSON.stringify(json ?? null));

const placeholderFor = (issue: z.core.$ZodIssue): unknown =>
  issue.code === "invalid_type" ? copyJson(placeholders[issue.expected] ?? "") : "";

/** A number or a boolean where a text belongs is that text: blank, it would be lost when the record is saved. */
const textFor = (issue: z.core.$ZodIssue, raw: unknown): string | undefined =>
  issue.code === "invalid_type" &&
  issue.expected === "string" &&
  (typeof raw === "number" || typeof raw === "boolean")
    ? String(raw)
    : undefined;

const at = (root: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (here, key) => (here as Record<PropertyKey, unknown> | null | undefined)?.[key],
    root,
  );

const put = (root: { answer: unknown }, path: readonly PropertyKey[], value: unknown): void => {
  const parent = at(root, ["answer", ...path].slice(0, -1)) as Record<PropertyKey, unknown>;
  parent[path.at(-1) ?? "answer"] = value;
};

/**
 * Enough for every field of a record to be wrong at each level of nesting; beyond it, the whole response is rejected.
 */
const maxRounds = 64;

/**
 * Reads a response tolerantly: a value that does not match the schema (a string instead of a number, for example)
 * becomes a text where one belongs, else null, or a placeholder if the field is required, and is reported with its raw value, so that one invalid
 * field never hides a record. Never throws on JSON values; `json` is not modified.
 */
export const readAnswer = <S extends z.ZodMiniType>(
  schema: S,
  json: unknown,
): ReadResult<z.output<S>> => {
  const root: { answer: unknown } = { answer: json };
  const problems = new Map<string, ReadProblem>();
  for (let round = 0; round < maxRounds; round++) {
    const result = z.safeParse(schema, root.answer);
    if (result.success) return { value: result.data, problems: [...problems.values()] };
    if (round === 0) root.answer = copyJson(json);
    for (const issue of result.error.issues) {
      const path = issue.path.join(".");
      const seen = problems.has(path);
      if (!seen) problems.set(path, { path, message: issue.message, raw: at(json, issue.path) });
      const text = seen ? undefined : textFor(issue, problems.get(path)?.raw);
      const isRequired = seen || issue.path.length === 0;
      put(root, issue.path, text ?? (isRequired ? placeholderFor(issue) : null));
    }
  }
  throw new Error("A schema refuses its own placeholders");
};
