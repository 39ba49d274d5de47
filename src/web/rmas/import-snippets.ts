import { formatCount } from "#web/ui/format.ts";
import { explainRefusal, fileFlaws, readTextFile } from "#web/ui/read-text-file.ts";
import { mergeSnippets, parseSnippets, saveSnippets, snippetFields, snippets } from "./snippets.ts";

/** More than a browser stores. */
const maxLength = 5_000_000;

/** Adds the snippets of a file; returns the result in words. Never rejects. */
export const importSnippets = async (file: Blob): Promise<string> => {
  const given = await readTextFile(file, maxLength);
  if (given.kind !== "text") return explainRefusal(given.kind, maxLength);
  const check = given.flaw ? ` ${fileFlaws[given.flaw].text}` : "";
  const read = parseSnippets(given.text);
  if (!read) return `This file contains no snippets. Select a file that was exported here.${check}`;
  saveSnippets(mergeSnippets(snippets.get(), read));
  const count = snippetFields.reduce((sum, field) => sum + read[field].length, 0);
  return `${formatCount(count, "snippet")} imported${check && `.${check}`}`;
};
