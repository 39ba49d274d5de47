import type { RmaItem } from "#contract/rmas.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { readOwnText, toOwnKey } from "#web/base/session.ts";
import { explainRefusal, fileFlaws, readTextFile } from "#web/base/read-text-file.ts";
import { createValueStore } from "#web/base/value-store.ts";

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

/** The fields of a line that have snippets. */
export const snippetFields = ["returnReason", "returnCondition", "note"] as const;
export type SnippetField = (typeof snippetFields)[number];

/** Texts that a person saved for reuse, by field. */
export type Snippets = Readonly<Record<SnippetField, readonly string[]>>;

const storedName = "snippets";
/** The most texts of a field. */
const mostSnippets = 200;
const shown = 20;

const distinct = (texts: readonly unknown[]): string[] => {
  const trimmed = texts.flatMap((text) => (typeof text === "string" ? text.trim() : []));
  return [...new Set(trimmed)].filter(Boolean);
};

/** The texts of each field: trimmed, each once. */
export const createSnippets = (of: (field: SnippetField) => readonly unknown[]): Snippets =>
  Object.fromEntries(
    snippetFields.map((field) => [field, distinct(of(field))]),
  ) as unknown as Snippets;

/** Reads snippets from a stored text or a file; undefined if it contains something else. */
export const parseSnippets = (text: string): Snippets | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return undefined;
    const lists = value as Partial<Record<SnippetField, unknown>>;
    if (!snippetFields.some((field) => Array.isArray(lists[field]))) return undefined;
    return createSnippets((field) => {
      const list = lists[field];
      return Array.isArray(list) ? list : [];
    });
  } catch {
    return undefined;
  }
};

const none = createSnippets(() => []);

/** The snippets of this person in this browser, as this page knows them. */
export const snippets = createValueStore(none);

/** Whether the last change was stored. If not, only this page has it, until it is closed. */
let isStored = true;

/** The snippets as they are stored now: another tab may have changed them. */
const readSnippets = (): Snippets => {
  if (!isStored) return snippets.get();
  try {
    return parseSnippets(readOwnText(storedName) ?? "") ?? none;
  } catch {
    return snippets.get();
  }
};
snippets.set(readSnippets());

const saveSnippets = (next: Snippets): void => {
  snippets.set(next);
  try {
    localStorage.setItem(toOwnKey(storedName), JSON.stringify(next));
    isStored = true;
  } catch {
    isStored = false;
  }
};

const count = (of: Snippets): number =>
  snippetFields.reduce((sum, field) => sum + of[field].length, 0);

/** Saves more snippets, each text once. Returns how many of them were added or known, and how many a field has no room for. */
export const addSnippets = (more: Snippets): { saved: number; left: number } => {
  const stored = readSnippets();
  const all = createSnippets((field) => [...stored[field], ...more[field]]);
  const next = createSnippets((field) => all[field].slice(0, mostSnippets));
  saveSnippets(next);
  const left = count(all) - count(next);
  return { saved: count(more) - left, left };
};

/** Removes a text from a field's snippets. */
export const removeSnippet = (field: SnippetField, text: string): void => {
  const stored = readSnippets();
  saveSnippets(
    createSnippets((one) =>
      one === field ? stored[one].filter((known) => known !== text) : stored[one],
    ),
  );
};

/** The suggestions for a field: the snippets, then texts of this RMA's lines, then those of other RMAs, the most used first. */
export const listSuggestions = (
  field: SnippetField,
  saved: Snippets,
  items: readonly RmaItem[],
  others: readonly RmaItem[],
): string[] => {
  const counts = new Map<string, number>();
  for (const text of others.flatMap((item) => item[field]?.trim() || []))
    counts.set(text, (counts.get(text) ?? 0) + 1);
  const used = [...counts].toSorted(([, a], [, b]) => b - a).map(([text]) => text);
  return distinct([...saved[field], ...items.map((item) => item[field]), ...used]).slice(0, shown);
};
