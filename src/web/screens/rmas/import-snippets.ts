import { formatCount, formatQuantity } from "#web/base/format.ts";
import { explainRefusal, fileFlaws, readTextFile } from "#web/base/read-text-file.ts";
import { addSnippets, mostSnippets, parseSnippets } from "./snippets.ts";

/** More than a browser stores. */
const maxLength = 5_000_000;

/** The limit of a field, in words. */
export const describeLimit = (): string =>
  `Each field can have ${formatCount(mostSnippets, "snippet")}`;

/** Adds the snippets of a file; returns the result in words. Never rejects. */
export const importSnippets = async (file: Blob): Promise<string> => {
  const given = await readTextFile(file, maxLength);
  if (given.kind !== "text") return explainRefusal(given.kind, maxLength);
  const check = given.flaw ? ` ${fileFlaws[given.flaw].text}` : "";
  const read = parseSnippets(given.text);
  if (!read) return `This file contains no snippets. Select a file that was exported here.${check}`;
  const { saved, left } = addSnippets(read);
  const rest = left > 0 ? `, ${formatQuantity(left)} left out. ${describeLimit()}.` : "";
  return `${formatCount(saved, "snippet")} imported${rest || (check && ".")}${check}`;
};
