import * as z from "zod/mini";

/** The schema of a form's fields, which are all texts. */
export type FormSchema = z.ZodMiniType;

/** Converts a function that returns an error message or undefined to a check. */
const checkWith =
  <T>(why: (value: T) => string | undefined) =>
  (given: z.core.ParsePayload<T>): void => {
    const message = why(given.value);
    if (message !== undefined)
      given.issues.push({ code: "custom", message, input: given.value, continue: true });
  };

/** A text field with such a check. */
export const checkedText = (why: (text: string) => string | undefined) =>
  z.string().check(checkWith(why));

/** Finds the first error message of each field. */
export const findProblems = <F extends string>(
  schema: FormSchema,
  texts: Readonly<Record<F, string>>,
): Partial<Record<F, string>> => {
  const { error } = z.safeParse(schema, texts);
  const pairs = (error?.issues ?? []).map(({ path, message }) => [path[0], message] as const);
  return Object.fromEntries(pairs.toReversed()) as Partial<Record<F, string>>;
};
