const marks: Readonly<Record<string, string>> = {
  " ": "·",
  "\u00a0": "⍽",
  "\t": "→",
  "\n": "↵",
  "\r": "↵",
};

const marked = (text: string): string =>
  text.replace(/[ \u00a0\t\n\r]/g, (space) => marks[space] ?? space);

/** Marks significant spaces that would be invisible, at the ends of a text; undefined where there are none. */
export const shownSpaces = (text: string): string | undefined => {
  if (text === "" || (text === text.trim() && !/[\t\n\r\u00a0]| {2}/.test(text))) return undefined;
  const inner = text.trim();
  if (inner === "") return marked(text);
  const from = text.indexOf(inner);
  const middle = inner.replace(/[\t\n\r\u00a0]| {2,}/g, marked);
  return `${marked(text.slice(0, from))}${middle}${marked(text.slice(from + inner.length))}`;
};
