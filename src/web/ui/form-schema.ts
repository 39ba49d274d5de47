import * as z from "zod/mini";

/** What the fields of a form, which are all texts, need to be before they can be sent. */
export type FormSchema = z.ZodMiniType;

/** A check that returns what is wrong with a value in words, or undefined. */
export const saysWhy =
  <T>(why: (value: T) => string | undefined) =>
  (given: z.core.ParsePayload<T>): void => {
    const message = why(given.value);
    if (message !== undefined)
      given.issues.push({ code: "custom", message, input: given.value, continue: true });
  };

/** A text field with a check that returns what is wrong in words, or undefined. */
export const textThat = (why: (text: string) => string | undefined) =>
  z.string().check(saysWhy(why));

/** What is wrong with each field. */
export const problemsIn = <F extends string>(
  schema: FormSchema,
  texts: Readonly<Record<F, string>>,
): Partial<Record<F, string>> => {
  const { error } = z.safeParse(schema, texts);
  const pairs = (error?.issues ?? []).map(({ path, message }) => [path[0], message] as const);
  return Object.fromEntries(pairs.toReversed()) as Partial<Record<F, string>>;
};
