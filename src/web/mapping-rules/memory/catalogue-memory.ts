import { createStore, del, get, set, type UseStore } from "idb-keyval";
import type { WorkflowMetaData } from "#contract/workflow-meta-data.ts";
import { upstreamKey } from "./upstream-key.ts";

/** The catalogue that was taken from a file, for an upstream that serves none. */
export interface KeptCatalogue {
  readonly metaData: WorkflowMetaData;
  readonly fileName: string;
  /** When it was imported, in milliseconds. */
  readonly at: number;
}

let store: UseStore | undefined;
const catalogues = (): UseStore => (store ??= createStore("supercargo-catalogue", "catalogues"));

/** The imported catalogue of this upstream, if this browser keeps one. */
export const keptCatalogue = async (): Promise<KeptCatalogue | undefined> => {
  try {
    return await get<KeptCatalogue>(await upstreamKey(), catalogues());
  } catch {
    return undefined;
  }
};

/** Keeps a catalogue in the place of the one before. Rejects where this browser cannot keep it. */
export const keepCatalogue = async (kept: KeptCatalogue): Promise<void> =>
  set(await upstreamKey(), kept, catalogues());

/** Forgets the imported catalogue. */
export const forgetCatalogue = async (): Promise<void> => del(await upstreamKey(), catalogues());
