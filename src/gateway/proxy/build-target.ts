import type { Operation } from "#contract/operation.ts";
import { pathIdPattern } from "#contract/primitives.ts";
import type { Issue } from "#contract/errors.ts";
import { capIssues, formatPath } from "#http/list-issues.ts";

export interface Target {
  /** Path and query for the upstream, built from the operation. */
  readonly path: string;
  /** The source or channel that the call names as the owner of its records (the operation's `owner`). */
  readonly ownerId: number | undefined;
}

export type TargetResult =
  | { readonly kind: "target"; readonly target: Target }
  | { readonly kind: "bad"; readonly issues: readonly Issue[] };

const placeholder = /\{([^}]+)\}/g;

/** Longer query values can't be valid in the API. */
const longestQueryValue = 4_096;

/** The names of a path's parameters: `/rmas/{rmaId}/items` has `rmaId`. */
const pathNames = (path: string): string[] =>
  [...path.matchAll(placeholder)].map((match) => match[1] ?? "");

const known = (operation: Operation): ReadonlySet<string> =>
  new Set(Object.keys(operation.query?.shape ?? {}));

/** Forwards only the operation's own parameters, sorted, so that equal requests have equal addresses. */
const buildQuery = (operation: Operation, given: URLSearchParams): URLSearchParams => {
  const names = known(operation);
  const query = new URLSearchParams([...given].filter(([name]) => names.has(name)));
  query.sort();
  return query;
};

const badIds = (operation: Operation, params: Readonly<Record<string, string>>): Issue[] =>
  pathNames(operation.path)
    .filter((name) => !pathIdPattern.test(params[name] ?? ""))
    .map((path) => ({
      path,
      message: "An ID must be a positive whole number with at most 19 digits.",
    }));

/** The names that appear more than once; counted in one pass, because a query can have thousands of names. */
const repeatedNames = (query: URLSearchParams): string[] => {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const name of query.keys()) (seen.has(name) ? repeated : seen).add(name);
  return [...repeated];
};

/**
 * The query values that are refused: too long, with a NUL character (PostgreSQL can't store it), or given twice. At most
 * a thousand are listed, each with the beginning of its name.
 */
export const badQuery = (query: URLSearchParams): readonly Issue[] =>
  capIssues([
    ...[...query]
      .filter(([, value]) => value.length > longestQueryValue || value.includes("\0"))
      .map(([name]) => ({
        path: formatPath([name]),
        message: "This query value is too long or contains a NUL character.",
      })),
    // The gateway and the upstream could read different values of a duplicate.
    ...repeatedNames(query).map((name) => ({
      path: formatPath([name]),
      message: "This query parameter appears more than once.",
    })),
  ]);

/** Builds the upstream's target, or returns the issues of the request. */
export const buildTarget = (
  operation: Operation,
  params: Readonly<Record<string, string>>,
  given: URLSearchParams,
): TargetResult => {
  const query = buildQuery(operation, given);
  const issues = [...badIds(operation, params), ...badQuery(query)];
  if (issues.length > 0) return { kind: "bad", issues };
  const path = operation.path.replaceAll(placeholder, (_, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  const search = query.toString();
  return {
    kind: "target",
    target: {
      path: search === "" ? path : `${path}?${search}`,
      ownerId: ownerIdOf(operation, params, query),
    },
  };
};

const ownerIdOf = (
  { owner }: Operation,
  params: Readonly<Record<string, string>>,
  query: URLSearchParams,
): number | undefined => {
  if (owner === undefined) return undefined;
  const text = owner.in === "path" ? params[owner.name] : query.get(owner.name);
  const id = pathIdPattern.test(text ?? "") ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : undefined;
};
