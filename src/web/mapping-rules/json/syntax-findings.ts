import { type Node, type ParseError, parseTree } from "jsonc-parser";
import type { TextFinding } from "./text-finding.ts";

/** What each code of the parser means to somebody who types JSON. The package's names are const enums, so numbers stand here. */
const words: Readonly<Record<number, string>> = {
  1: "This is not JSON. Texts need quotation marks; other values are numbers, true, false or null.",
  2: "This is not a number as JSON writes it.",
  3: "The name of a field in quotation marks belongs here.",
  4: "A value belongs here.",
  5: "A colon belongs here, between a field’s name and its value.",
  6: "A comma belongs here, or a closing bracket.",
  7: "A closing } is missing.",
  8: "A closing ] is missing.",
  9: "Nothing may follow the end of the JSON.",
  10: "JSON has no comments.",
  11: "JSON has no comments, and this one does not end.",
  12: "This text does not end: its closing quotation mark is missing.",
  13: "This number does not end.",
  14: "After \\u belong four hexadecimal digits.",
  15: "JSON does not know this escape. A backslash itself is written \\\\.",
  16: "A line break or control character inside a text is written as an escape, as in \\n.",
};

/** A text as a tree of nodes with their places, or what is wrong with it as JSON. */
export const readSyntax = (
  text: string,
): { readonly root: Node | undefined; readonly findings: TextFinding[] } => {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, {
    disallowComments: true,
    allowTrailingComma: false,
    allowEmptyContent: false,
  });
  const findings = errors.map(({ error, offset, length }): TextFinding => ({
    offset,
    length,
    kind: "error",
    message: words[error] ?? "This is not JSON.",
  }));
  return { root: findings.length === 0 ? root : undefined, findings };
};

/** Fields that an object names twice: the last one counts, which nobody means. */
export const repeatedFields = (root: Node): TextFinding[] => {
  const findings: TextFinding[] = [];
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const names = new Set<unknown>();
    for (const child of node.children ?? []) {
      const key = child.type === "property" ? child.children?.[0] : undefined;
      if (key && names.has(key.value))
        findings.push({
          offset: key.offset,
          length: key.length,
          kind: "warning",
          message: `“${String(key.value).slice(0, 60)}” stands here a second time. The last one counts.`,
        });
      if (key) names.add(key.value);
      waiting.push(child);
    }
  }
  return findings;
};
