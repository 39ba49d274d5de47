import { ApiError } from "#web/base/api-error.ts";

/** The API's messages for single fields; `fieldOf` reads the path of an issue. */
export const toFieldErrors = <F extends string>(
  error: unknown,
  fieldOf: (path: string) => F | undefined,
): Partial<Record<F, string>> => {
  if (!(error instanceof ApiError)) return {};
  const pairs = error.issues.flatMap(({ path, message }) => {
    const field = fieldOf(path);
    return field === undefined ? [] : [[field, message] as const];
  });
  return Object.fromEntries(pairs) as Partial<Record<F, string>>;
};
