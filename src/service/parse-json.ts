import { parseBoundedJson } from "#http/parse-json.ts";
import { badRequest } from "./refusal.ts";

const byteOrderMark = Buffer.from("\uFEFF");

const withoutMark = (bytes: Buffer): Buffer =>
  bytes.subarray(0, 3).equals(byteOrderMark) ? bytes.subarray(3) : bytes;

const isBlank = (bytes: Buffer): boolean => /^[ \t\r\n]*$/.test(bytes.toString("latin1"));

/**
 * Parses a JSON body as the API's clients send it: a byte order mark is ignored, and an empty body is undefined, since
 * real clients send the content type without a body.
 */
export const parseJson = (bytes: Buffer): unknown => {
  if (isBlank(bytes)) return undefined;
  const parsed = parseBoundedJson(withoutMark(bytes));
  if (parsed.kind === "bad") throw badRequest([{ path: "", message: parsed.message }]);
  return parsed.value;
};
