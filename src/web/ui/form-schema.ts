import * as z from "zod/mini";

/** What a form's fields, which are all texts, must be to be sent. */
export type FormSchema = z.ZodMiniType;

/** A check in words: what is wrong with a value, or undefined. */
export const saysWhy =
  <T>(why: (value: T) => string | undefined) =>
  (given: z.core.ParsePayload<T>): void => {
    const message = why(given.value);
    if (message !== undefined)
      given.issues.push({ code: "custom", message, input: given.value, continue: true });
  };

/** A text, with what is wrong with it in words. */
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
