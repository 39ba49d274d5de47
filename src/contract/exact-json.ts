/** Strings and numbers of JSON text that has been parsed before: each is matched whole. Always matching takes linear time. */
const token = /"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*/g;
const digits = /^-?\d{16,}$/;

const isRounded = (text: string): boolean =>
  digits.test(text) && !Number.isSafeInteger(Number(text));

/** Whether JSON text may contain a whole number beyond 2^53. */
export const mayHaveLargeIntegers = (json: string): boolean => /\d{16}/.test(json);

/** Whether a value is a 64-bit ID that JavaScript's numbers would round: its digits, as text. */
export const isLargeId = (value: unknown): boolean => typeof value === "string" && isRounded(value);

/** Like `JSON.parse`, but a whole number beyond 2^53 becomes the text of its digits: rounded, it would be another ID. */
export const parseJsonExactly = (json: string): unknown => {
  const value: unknown = JSON.parse(json);
  return mayHaveLargeIntegers(json)
    ? JSON.parse(json.replace(token, (text) => (isRounded(text) ? `"${text}"` : text)))
    : value;
};

/**
 * Writes the body of a request: IDs that were read as text are numbers again. All fields of requests that are named so
 * are integers. In texts, quotes are escaped, so nothing in them matches.
 */
export const writeJsonExactly = (body: unknown): string =>
  JSON.stringify(body).replace(/("(?:id|\w+(?:Id|_id))":)"(-?\d{16,})"/g, "$1$2");
