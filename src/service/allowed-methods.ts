import type { OperationSpec } from "#contract/operation.ts";

/** A path of the operations table as the router writes it: `/rmas/{rmaId}/items` is `/rmas/:rmaId/items`. */
export const routePathOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ":$1");

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/\/$/, "").replaceAll(/\{\w+\}/g, "[^/]+")}/?$`);

/** The methods of a path; empty when the path does not exist (405 and its Allow header, or 404). */
export const allowedMethodsOf = (
  operations: readonly Pick<OperationSpec, "method" | "path">[],
): ((pathname: string) => readonly string[]) => {
  const served = operations.map(({ method, path }) => ({ method, pattern: patternOf(path) }));
  return (pathname) => [
    ...new Set(served.filter(({ pattern }) => pattern.test(pathname)).map(({ method }) => method)),
  ];
};
