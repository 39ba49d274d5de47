import { readdir, readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { parseSync } from "vite";

/*
 * `npm run texts`: prints every text of the console by file, so that all of them can be reviewed together. `npm run
 * texts -- gateway service` prints those of other folders of src.
 */

const root = resolve(import.meta.dirname, "../src");
const folders = process.argv.length > 2 ? process.argv.slice(2) : ["web", "rules"];

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly value?: unknown;
  readonly name?: { readonly name?: unknown };
}

/** Attributes and syntax nodes without text for users. */
const silentAttributes = /^(?:className|classNames|id|name|type|role|to|path|rel|d|viewBox)$/;
const silentTypes = new Set(["ImportDeclaration", "ExportAllDeclaration", "TSLiteralType"]);

const isSilent = ({ type, name }: Node): boolean =>
  silentTypes.has(type) || (type === "JSXAttribute" && silentAttributes.test(String(name?.name)));

/** A sentence, or a word that starts like a label: no class name, key or handle. */
const isText = (text: string): boolean =>
  /^[\p{Lu}“].*\p{Ll}|\p{Ll} \p{L}/u.test(text) &&
  !/^[a-z-]+(?: [a-z]+[-_]{1,2}[a-z-]+)*$/.test(text);

const textOf = ({ type, value, start, end }: Node, code: string): string | undefined => {
  if (type === "TemplateLiteral") return code.slice(start + 1, end - 1);
  return (type === "Literal" || type === "JSXText") && typeof value === "string"
    ? value
    : undefined;
};

/** The texts of a file in their order. */
function* listTexts(node: unknown, code: string): Generator<string> {
  if (Array.isArray(node)) for (const one of node) yield* listTexts(one, code);
  if (typeof node !== "object" || node === null || Array.isArray(node)) return;
  if (isSilent(node as Node)) return;
  const text = textOf(node as Node, code)
    ?.replaceAll(/\s+/g, " ")
    .trim();
  if (text !== undefined && isText(text)) yield text;
  for (const value of Object.values(node)) yield* listTexts(value, code);
}

for (const folder of folders) {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  const files = entries
    .filter(({ name }) => /\.tsx?$/.test(name) && !/(?:^test-|\.test\.)/.test(name))
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const file of files.toSorted()) {
    const code = await readFile(file, "utf8");
    const texts = [...new Set(listTexts(parseSync(file, code).program, code))];
    if (texts.length === 0) continue;
    console.log(`\n${relative(root, file)}`);
    for (const text of texts) console.log(`  ${text}`);
  }
}
