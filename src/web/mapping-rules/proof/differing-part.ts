/** Two texts cut into what they share at both ends and what differs between. */
export interface DifferingPart {
  readonly start: string;
  readonly before: string;
  readonly after: string;
  readonly end: string;
}

/** Where a surrogate pair or a combining mark would be torn, the cut moves outwards. */
const tears = (text: string, at: number): boolean =>
  /^[\uDC00-\uDFFF\p{M}]/u.test(text.slice(at, at + 1)) || /^\p{M}/u.test(text.slice(at, at + 2));

/** Finds the one stretch in which two texts differ, by whole characters. */
export const differingPart = (before: string, after: string): DifferingPart => {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  while (start > 0 && (tears(before, start) || tears(after, start))) start--;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  while (end > 0 && (tears(before, before.length - end) || tears(after, after.length - end))) end--;
  return {
    start: before.slice(0, start),
    before: before.slice(start, before.length - end),
    after: after.slice(start, after.length - end),
    end: before.slice(before.length - end),
  };
};
