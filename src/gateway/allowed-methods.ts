import type { Operation } from "#contract/operation.ts";

const escapeForPattern = (text: string) => text.replaceAll(/[\\^$.*+?()[\]|]/g, String.raw`\$&`);

/** The methods that the operations define for a path; empty when no operation has such a path. */
export const createAllowedMethods = (prefix: string, operations: readonly Operation[]) => {
  const routes = operations.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${escapeForPattern(prefix + path).replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  }));
  return (path: string): string[] => [
    ...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)),
  ];
};
