import { type Node, type ParseError, parseTree } from "jsonc-parser";
import type { TextFinding } from "./text-finding.ts";

/**
 * The message for each error code of the parser. The package's names are const enums, so the codes are numbers here.
 */
const words: Readonly<Record<number, string>> = {
  1: "This isn't JSON. Put text in quotation marks; other values are numbers, true, false or null.",
  2: "This isn't a valid JSON number.",
  3: "Enter a field name in quotation marks here.",
  4: "Enter a value here.",
  5: "Enter a colon here, between the field name and its value.",
  6: "Enter a comma or a closing bracket here.",
  7: "A closing } is missing.",
  8: "A closing ] is missing.",
  9: "Remove everything after the end of the JSON.",
  10: "JSON can't have comments.",
  11: "JSON can't have comments, and this one isn't closed.",
  12: "The closing quotation mark of this text is missing.",
  13: "This number is incomplete.",
  14: "\\u must be followed by four hexadecimal digits.",
  15: "This isn't a valid JSON escape. Write a backslash as \\\\.",
  16: "Write line breaks and control characters inside a text as escapes, such as \\n.",
};

/** Parses a text to a tree of nodes with their places, or returns its errors as JSON. */
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
    message: words[error] ?? "This isn't JSON.",
  }));
  return { root: findings.length === 0 ? root : undefined, findings };
};

/** Fields that occur twice in an object: the last one counts, which is rarely intended. */
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
          message: `“${String(key.value).slice(0, 60)}” appears twice here. The last one is used.`,
        });
      if (key) names.add(key.value);
      waiting.push(child);
    }
  }
  return findings;
};
