/** Two texts split into their common start and end and the difference between. */
export interface DifferingPart {
  readonly start: string;
  readonly before: string;
  readonly after: string;
  readonly end: string;
}

/** Words longer than this are split inside, since the difference is easier to see. */
const longWord = 40;

/** Moves a split back so that no word, and no character of several code units, is split. */
const wordStart = (text: string, at: number): number => {
  for (let back = 0; back < longWord && at - back > 0; back++)
    if (/\s/u.test(text[at - back - 1] ?? "")) return at - back;
  return at <= longWord ? 0 : wholeCharacter(text, at);
};

const wholeCharacter = (text: string, at: number): number =>
  /^[\uDC00-\uDFFF\p{M}]/u.test(text.slice(at, at + 1)) && at > 0
    ? wholeCharacter(text, at - 1)
    : at;

const mirrored = (text: string): string => [...text].toReversed().join("");

const sharedStart = (one: string, other: string): number => {
  const shorter = Math.min(one.length, other.length);
  let at = 0;
  while (at < shorter && one[at] === other[at]) at++;
  return at;
};

/** Finds the one section in which two texts differ, by whole words. */
export const differingPart = (before: string, after: string): DifferingPart => {
  if (before === after) return { start: before, before: "", after: "", end: "" };
  const start = wordStart(before, sharedStart(before, after));
  const [restBefore, pauseAfter] = [before.slice(start), after.slice(start)];
  const [backBefore, backAfter] = [mirrored(restBefore), mirrored(pauseAfter)];
  const end = wordStart(backBefore, sharedStart(backBefore, backAfter));
  return {
    start: before.slice(0, start),
    before: restBefore.slice(0, restBefore.length - end),
    after: pauseAfter.slice(0, pauseAfter.length - end),
    end: restBefore.slice(restBefore.length - end),
  };
};
