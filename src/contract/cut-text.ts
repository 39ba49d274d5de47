/** Without marks of the writing direction, which would show other text in another order than it is written in. */
export const withoutDirections = (text: string): string =>
  text.replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, "");

/**
 * The beginning of a text, at most `length` UTF-16 units. Half of a surrogate pair at the cut is left out: PostgreSQL
 * reads no JSON that contains one.
 */
export const cutText = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
