import type { RmaItem } from "#contract/rmas.ts";
import { readOwnText, toOwnKey } from "#web/ui/own-key.ts";
import { createValueStore } from "#web/ui/value-store.ts";

/** The fields of a line that have snippets. */
export const snippetFields = ["returnReason", "returnCondition", "note"] as const;
export type SnippetField = (typeof snippetFields)[number];

/** Texts that a person saved for reuse, by field. */
export type Snippets = Readonly<Record<SnippetField, readonly string[]>>;

const storedName = "snippets";
const most = 200;
const shown = 20;

const distinct = (texts: readonly unknown[]): string[] => {
  const trimmed = texts.flatMap((text) => (typeof text === "string" ? text.trim() : []));
  return [...new Set(trimmed)].filter(Boolean);
};

/** The texts of each field: trimmed, each once. */
export const createSnippets = (of: (field: SnippetField) => readonly unknown[]): Snippets =>
  Object.fromEntries(
    snippetFields.map((field) => [field, distinct(of(field)).slice(0, most)]),
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

const read = (): Snippets => {
  try {
    return parseSnippets(readOwnText(storedName) ?? "") ?? none;
  } catch {
    return none;
  }
};

/** The snippets of this person in this browser. */
export const snippets = createValueStore(read());

/** Saves all snippets in this browser; without storage, until the page is closed. */
export const saveSnippets = (next: Snippets): void => {
  snippets.set(next);
  try {
    localStorage.setItem(toOwnKey(storedName), JSON.stringify(next));
  } catch {
    return;
  }
};

/** Both sets of snippets, each text once. */
export const mergeSnippets = (one: Snippets, other: Snippets): Snippets =>
  createSnippets((field) => [...one[field], ...other[field]]);

/** The snippets with another list for one field. */
export const withTexts = (
  saved: Snippets,
  field: SnippetField,
  texts: readonly string[],
): Snippets => createSnippets((one) => (one === field ? texts : saved[one]));

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
