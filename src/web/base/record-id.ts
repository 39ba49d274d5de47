import { isLargeId } from "#contract/exact-json.ts";
import { pathIdPattern } from "#contract/primitives.ts";

/** Whether a text is the ID of a record: a positive 64-bit integer. */
export const isRecordId = (text: string): boolean => pathIdPattern.test(text);

/** Whether a value is the ID of a record, as records carry it. */
export const isId = (value: unknown): value is number =>
  (Number.isSafeInteger(value) || isLargeId(value)) && isRecordId(String(value));

/** The ID in an address, as records carry it: beyond 2^53, the text of its digits. */
export const toRecordId = (text: string): number =>
  isLargeId(text) ? (text as unknown as number) : Number(text);

export const describeInvalidId = (text: string): string =>
  `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}” isn't a valid ID. IDs are whole numbers, 1 or more.`;
