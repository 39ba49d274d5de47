import * as z from "zod/mini";
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

/** The schema of a form's fields, which are all texts. */
export type FormSchema = z.ZodMiniType;

/** Finds the first error message of each field. */
export const findProblems = <F extends string>(
  schema: FormSchema,
  texts: Readonly<Record<F, string>>,
): Partial<Record<F, string>> => {
  const { error } = z.safeParse(schema, texts);
  const pairs = (error?.issues ?? []).map(({ path, message }) => [path[0], message] as const);
  return Object.fromEntries(pairs.toReversed()) as Partial<Record<F, string>>;
};
