/**
 * The beginning of a text, at most `length` UTF-16 units. Half of a surrogate pair at the cut is left out: PostgreSQL
 * reads no JSON that contains one.
 */
export const cutText = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
