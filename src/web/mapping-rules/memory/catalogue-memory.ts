import { createStore, del, get, set, type UseStore } from "idb-keyval";
import type { WorkflowMetaData } from "#contract/workflow-meta-data.ts";
import { upstreamKey } from "./upstream-key.ts";

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
    return await get<StoredCatalogue>(await upstreamKey(), catalogues());
  } catch {
    return undefined;
  }
};

/** Stores a catalogue in place of the one before. Rejects where this browser cannot store it. */
export const storeCatalogue = async (kept: StoredCatalogue): Promise<void> =>
  set(await upstreamKey(), kept, catalogues());

/** Deletes the imported catalogue. */
export const deleteCatalogue = async (): Promise<void> => del(await upstreamKey(), catalogues());
