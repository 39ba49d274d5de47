import * as z from "zod/mini";
import { maxEntryName, type SharedEntry } from "#contract/preferences.ts";
import type { RmaItem } from "#contract/rmas.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { explainRefusal, fileFlaws, readTextFile } from "#web/base/read-text-file.ts";
import { remember } from "#web/base/remember.ts";

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

const texts = z.catch(z.array(z.unknown()), []);
const Stored = z.pipe(
  z.object({ returnReason: texts, returnCondition: texts, note: texts }),
  z.transform((lists) => createSnippets((field) => lists[field])),
);

/** The snippets of this person. */
export const snippets = remember<Snippets>(
  "snippets",
  z._default(
    Stored,
    createSnippets(() => []),
  ),
  "person",
);

/** The list of the snippets that the team shares. */
export const teamList = "snippets";

const TeamSnippet = z.object({ field: z.enum(snippetFields), text: z.string() });

/** A team snippet's name begins with its field. */
const mostShared = maxEntryName - 20;

export const whyNotShared = (text: string): string | undefined =>
  text.length > mostShared
    ? `Up to ${formatCount(mostShared, "character")} can be shared`
    : undefined;

/** A snippet as the team shares it. */
export const toTeamSnippet = (field: SnippetField, text: string) => ({
  name: `${field}: ${text}`,
  value: { field, text },
  label: `“${text}”`,
});

/** The team's snippets of a field. */
export const readTeamSnippets = (entries: readonly SharedEntry[], field: SnippetField) =>
  entries.flatMap((entry) => {
    const { success, data } = z.safeParse(TeamSnippet, entry.value);
    return success && data.field === field ? [{ ...entry, text: data.text }] : [];
  });

/** A person's snippets, then those that only the team has. */
export const withTeamSnippets = (own: Snippets, entries: readonly SharedEntry[]): Snippets =>
  createSnippets((field) => [
    ...own[field],
    ...readTeamSnippets(entries, field).map(({ text }) => text),
  ]);

const count = (of: Snippets): number =>
  snippetFields.reduce((sum, field) => sum + of[field].length, 0);

/** Reads snippets from a file; undefined if it contains none. */
export const parseSnippets = (text: string): Snippets | undefined => {
  try {
    const { success, data } = z.safeParse(Stored, JSON.parse(text));
    return success && count(data) > 0 ? data : undefined;
  } catch {
    return undefined;
  }
};

/** Saves more snippets, each text once. Returns how many of them were added or known, and how many a field has no room for. */
export const addSnippets = (more: Snippets): { saved: number; left: number } => {
  const stored = snippets.get();
  const all = createSnippets((field) => [...stored[field], ...more[field]]);
  const next = createSnippets((field) => all[field].slice(0, mostSnippets));
  snippets.set(next);
  const left = count(all) - count(next);
  return { saved: count(more) - left, left };
};

/** Removes a text from a field's snippets. */
export const removeSnippet = (field: SnippetField, text: string): void => {
  const stored = snippets.get();
  snippets.set(
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
