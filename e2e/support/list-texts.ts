import { readFile } from "node:fs/promises";
import { parseSync } from "vite";

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly value?: unknown;
  readonly name?: { readonly name?: unknown };
  readonly key?: { readonly name?: unknown };
  readonly children?: readonly Node[];
  readonly expression?: Node;
  readonly quasis?: readonly { readonly value: { readonly raw: string } }[];
}

/** Attributes and syntax nodes without text for users; the tagged templates are SQL. */
const silentAttributes = /^(?:className|classNames|id|name|type|role|to|path|rel|d|viewBox)$/;
const silentTypes = new Set([
  "ImportDeclaration",
  "ExportAllDeclaration",
  "TaggedTemplateExpression",
  "TSLiteralType",
]);

/** Attributes and properties whose strings are texts even if they are a single lowercase word. */
const textNames =
  /^(?:label|title|text|description|placeholder|alt|hint|aria-(?:label|description|valuetext))$/;

const isSilent = ({ type, name }: Node): boolean =>
  silentTypes.has(type) || (type === "JSXAttribute" && silentAttributes.test(String(name?.name)));

/** Class names, markup, identifiers, headers, colors, font lists. */
const codes = [
  /^[a-z-]+(?: [a-z]+[-_]{1,2}[a-z-]+)*$/,
  /^<|^[A-Z]\w*(?:-[A-Z]\w*)+(?::.*)?$|^HTTP\/|^[\da-f]{6} |sans-serif|monospace/,
  /^\p{Lu}\p{Ll}+\p{Lu}\w*$/u,
  /^nbsp |\}(?:px|fr|ch)$/,
];

/** A sentence, or a word that starts like a label: no class name, key or handle. */
const isText = (text: string): boolean =>
  /^[\p{Lu}“].*\p{Ll}|\p{Ll} \p{L}/u.test(text) && codes.every((code) => !code.test(text));

/** A template with a word of its own beside its values: `${count} selected`. */
const isTemplateText = ({ quasis = [] }: Node): boolean =>
  isText(quasis.map(({ value }) => value.raw).join("A a")) &&
  quasis.some(({ value }) => /(?:^|[ (“])\p{L}[\p{L}']+(?=[ .,:;?!)”…]|$)/u.test(value.raw));

const textOf = (node: Node, code: string): string | undefined => {
  const { type, value, start, end } = node;
  if (type === "TemplateLiteral")
    return isTemplateText(node) ? code.slice(start + 1, end - 1) : undefined;
  if (typeof value !== "string") return undefined;
  return type === "Literal" && isText(value) ? value : undefined;
};

/** The text of an attribute or property that always holds one. */
const namedText = ({ type, name, key, value }: Node): string | undefined => {
  if (type !== "JSXAttribute" && type !== "Property") return undefined;
  const { type: kind, value: text } = (value ?? {}) as Partial<Node>;
  const isNamed = textNames.test(String(name?.name ?? key?.name));
  return isNamed && kind === "Literal" && typeof text === "string" && /\p{L}{2}/u.test(text)
    ? text
    : undefined;
};

const shortly = (code: string): string => (code.length > 80 ? "…" : code);

/** The text of an element, its values as in a template; undefined without words of its own. */
const sentenceOf = ({ children = [] }: Node, code: string): string | undefined => {
  if (!children.some(({ type, value }) => type === "JSXText" && /\p{L}/u.test(String(value))))
    return undefined;
  const words = children.map((child) => {
    const { type, value, expression } = child;
    if (type === "JSXText") return String(value);
    if (expression?.type === "Literal") return String(expression.value);
    const inner = expression ?? child;
    return sentenceOf(inner, code) ?? `\${${shortly(code.slice(inner.start, inner.end))}}`;
  });
  return words.join("");
};

function* listIn(node: unknown, code: string): Generator<string> {
  if (Array.isArray(node)) for (const one of node) yield* listIn(one, code);
  if (typeof node !== "object" || node === null || Array.isArray(node)) return;
  if (isSilent(node as Node)) return;
  const text =
    textOf(node as Node, code) ?? namedText(node as Node) ?? sentenceOf(node as Node, code);
  if (text !== undefined) yield text.replaceAll(/\s+/g, " ").trim();
  for (const value of Object.values(node)) yield* listIn(value, code);
}

/** The texts of a file that people read, each once, in their order. */
export const listTexts = async (file: string): Promise<string[]> => {
  const code = await readFile(file, "utf8");
  return [...new Set(listIn(parseSync(file, code).program, code))];
};
