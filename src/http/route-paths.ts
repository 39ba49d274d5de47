/** A path of the operations table with its method. */
export interface Route {
  readonly method: string;
  readonly path: string;
}

/** A path as the router writes it: `/rmas/{rmaId}/items` is `/rmas/:rmaId/items`. */
export const toRoutePath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ":$1");

const escapeForPattern = (text: string): string =>
  text.replaceAll(/[\\^$.*+?()[\]|]/g, String.raw`\$&`);

const createPattern = (path: string): RegExp =>
  new RegExp(`^${escapeForPattern(path).replaceAll(/\{\w+\}/g, "[^/]+")}$`);

/** The methods of a path; empty when the path does not exist (405 and its Allow header, or 404). */
export const createAllowedMethods = (
  routes: readonly Route[],
): ((path: string) => readonly string[]) => {
  const known = routes.map(({ method, path }) => ({ method, pattern: createPattern(path) }));
  return (path) => [
    ...new Set(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)),
  ];
};
