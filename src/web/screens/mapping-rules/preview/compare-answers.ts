import { isRecord } from "#rules/read-value.ts";

/** A place where two answers differ. */
export interface AnswerDifference {
  readonly path: string;
  readonly here: unknown;
  readonly there: unknown;
}

const listedAtMost = 20;

/** The keys of a value; an absent field and a null one are equal. */
const listKeys = (value: unknown): string[] =>
  Array.isArray(value) || isRecord(value) ? Object.keys(value) : [];
const inner = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
const isLeaf = (value: unknown): boolean => !Array.isArray(value) && !isRecord(value);

/** The first places where this browser's answer and the upstream's differ. */
export const compareAnswers = (here: unknown, there: unknown): AnswerDifference[] => {
  const found: AnswerDifference[] = [];
  const waiting: AnswerDifference[] = [{ path: "", here, there }];
  for (let next = waiting.shift(); next && found.length < listedAtMost; next = waiting.shift()) {
    const { path, here: one, there: other } = next;
    if (Object.is(one ?? null, other ?? null)) continue;
    if (isLeaf(one) || isLeaf(other) || Array.isArray(one) !== Array.isArray(other)) {
      found.push(next);
      continue;
    }
    for (const key of new Set([...listKeys(one), ...listKeys(other)]))
      waiting.push({
        path: path === "" ? key : `${path}.${key}`,
        here: inner(one, key),
        there: inner(other, key),
      });
  }
  return found;
};
