import type { Issue } from "#contract/errors.ts";
import { maxNesting } from "#contract/limits.ts";

interface Place {
  readonly value: unknown;
  readonly path: string;
  readonly depth: number;
}

const textProblem = (text: string): string | undefined => {
  if (text.includes("\0")) return "A text cannot hold the NUL character";
  // With the u flag, a surrogate is one that has no partner.
  if (/\p{Surrogate}/u.test(text)) return "A text cannot hold half of a surrogate pair";
  return undefined;
};

const keyProblem = (key: string): string | undefined =>
  key === "__proto__" ? "A field cannot have this name" : textProblem(key);

const placeOf = (path: string, key: string): string => (path === "" ? key : `${path}.${key}`);

/**
 * What no JSON value may hold here, whatever its schema: text that PostgreSQL cannot keep, nesting past the limit, and
 * the one key that could reach an object's prototype. Walks with a stack of its own, so that no depth can exhaust the
 * program's.
 */
export const findHostileJson = (json: unknown): Issue[] => {
  const issues: Issue[] = [];
  const places: Place[] = [{ value: json, path: "", depth: 0 }];
  const report = (path: string, message: string | undefined) =>
    message !== undefined && issues.push({ path, message });
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { value, path, depth } = place;
    if (typeof value === "string") report(path, textProblem(value));
    if (typeof value !== "object" || value === null) continue;
    if (depth >= maxNesting)
      return [{ path: "", message: `JSON cannot nest deeper than ${maxNesting} levels` }];
    for (const [key, inner] of Object.entries(value)) {
      report(placeOf(path, key), keyProblem(key));
      places.push({ value: inner, path: placeOf(path, key), depth: depth + 1 });
    }
  }
  return issues;
};
