import { createStore, del, get, set, type UseStore } from "idb-keyval";
import { readAnswer } from "#contract/read.ts";
import { WorkflowMetaData } from "#contract/workflow-meta-data.ts";
import { nameUpstream } from "#web/base/page-state.ts";
import { formatCount } from "#web/base/format.ts";
import {
  explainRefusal,
  type FileFlaw,
  fileFlaws,
  readTextFile,
} from "#web/base/read-text-file.ts";

/** A catalogue from a file, for an upstream that serves none. */
export interface StoredCatalogue {
  readonly metaData: WorkflowMetaData;
  readonly fileName: string;
  /** When it was imported, in milliseconds. */
  readonly at: number;
}

let store: UseStore | undefined;
const catalogues = (): UseStore => (store ??= createStore("supercargo-catalogue", "catalogues"));

/** The imported catalogue of this upstream, if this browser has one. */
export const storedCatalogue = async (): Promise<StoredCatalogue | undefined> => {
  try {
    return await get<StoredCatalogue>(nameUpstream(), catalogues());
  } catch {
    return undefined;
  }
};

/** Stores a catalogue in place of the one before. Rejects where this browser cannot store it. */
export const storeCatalogue = async (kept: StoredCatalogue): Promise<void> =>
  set(nameUpstream(), kept, catalogues());

/** Deletes the imported catalogue. */
export const deleteCatalogue = async (): Promise<void> => del(nameUpstream(), catalogues());

/** A catalogue from a file, or the reason why the file is none. */
export type ReadCatalogue =
  | {
      readonly kind: "catalogue";
      readonly metaData: WorkflowMetaData;
      readonly unread: number;
      readonly flaw?: FileFlaw | undefined;
    }
  | { readonly kind: "unreadable"; readonly why: string };

/** Larger than any catalogue: an account with ten thousand fields has a tenth of it. */
const maxLength = 32 * 1024 * 1024;

const unreadable = (why: string): ReadCatalogue => ({ kind: "unreadable", why });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const lists = [
  "dataTypes",
  "comparators",
  "actions",
  "globalObjects",
  "globalObjectFields",
] as const;

const parse = (text: string): { json: unknown } | { why: string } => {
  try {
    return { json: JSON.parse(text) as unknown };
  } catch (error) {
    return { why: `This isn't JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
};

/** Reads the answer of GET /workflow/meta-data, tolerantly; another text gives a message. */
export const readCatalogue = (text: string): ReadCatalogue => {
  const parsed = parse(text);
  if ("why" in parsed) return unreadable(parsed.why);
  const { json } = parsed;
  const missing = isObject(json)
    ? lists.filter((name) => !Array.isArray(json[name]) || json[name].length === 0)
    : lists;
  if (missing.length > 0)
    return unreadable(
      `This isn't a catalog: it has no list of ${missing.join(", ")}. A catalog is the response of GET /workflow/meta-data.`,
    );
  try {
    const { value, problems } = readAnswer(WorkflowMetaData, json);
    return { kind: "catalogue", metaData: value, unread: problems.length };
  } catch {
    return unreadable("This JSON is nested too deeply, or most of it isn't part of a catalog.");
  }
};

/** Reads a catalogue from a file. Never rejects. */
export const readCatalogueFile = async (file: Blob): Promise<ReadCatalogue> => {
  const read = await readTextFile(file, maxLength);
  if (read.kind !== "text") return unreadable(explainRefusal(read.kind, maxLength));
  const { text, flaw } = read;
  const result = readCatalogue(text);
  if (flaw === undefined) return result;
  return result.kind === "catalogue"
    ? { ...result, flaw }
    : unreadable(`${result.why.replace(/\.$/, "")}. ${fileFlaws[flaw].text}`);
};

/** The size of a catalogue, in words. */
export const catalogueInWords = (metaData: WorkflowMetaData): string =>
  [
    formatCount(metaData.globalObjectFields.length, "field"),
    formatCount(metaData.comparators.length, "comparator"),
    formatCount(metaData.actions.length, "action"),
    formatCount(metaData.events.length, "event"),
  ].join(", ");
