import { pathIdPattern } from "#contract/primitives.ts";

/** Whether a text is the ID of a record: a positive integer that a number represents exactly. */
export const isRecordId = (text: string): boolean =>
  pathIdPattern.test(text) && Number.isSafeInteger(Number(text));

export const describeInvalidId = (text: string): string =>
  `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}” isn't a valid ID. IDs are whole numbers, 1 or more.`;
