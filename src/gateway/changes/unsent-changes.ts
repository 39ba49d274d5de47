import { storePatiently, type PatientStore } from "#gateway/server/store-patiently.ts";

export interface UnsentChanges {
  /** Adds a request, and looks for it until the database has answered once, or the process stops. */
  add(requestId: string): Promise<void>;
  /** Looks for all of them again. */
  look(): Promise<void>;
}

export interface UnsentChangesOptions extends Pick<PatientStore, "onFailure" | "isStopping"> {
  /** Records that these requests were not sent, where they are recorded; returns those. */
  readonly refuse: (requestIds: readonly string[]) => Promise<readonly string[]>;
}

/** How often a request is looked for: a statement whose connection was lost may still be carried out later. */
const looksForEach = 6;

/**
 * Requests whose intent could not be recorded as far as this process knows, so that nothing was sent. Where the database
 * recorded it nevertheless, the change is not unknown but refused.
 */
export const createUnsentChanges = (options: UnsentChangesOptions): UnsentChanges => {
  const { refuse, onFailure, isStopping } = options;
  const looksLeft = new Map<string, number>();
  let looking: Promise<unknown> | undefined;

  const look = async (): Promise<void> => {
    const requestIds = [...looksLeft.keys()];
    if (requestIds.length === 0) return;
    const found = new Set(await refuse(requestIds));
    for (const id of requestIds) {
      const left = (looksLeft.get(id) ?? 1) - 1;
      if (left === 0 || found.has(id)) looksLeft.delete(id);
      else looksLeft.set(id, left);
    }
  };
  const lookForNew = async (): Promise<boolean> => {
    await look();
    return [...looksLeft.values()].includes(looksForEach) ? lookForNew() : true;
  };

  return {
    add: async (requestId) => {
      looksLeft.set(requestId, looksForEach);
      looking ??= storePatiently({ write: lookForNew, onFailure, isStopping }).finally(() => {
        looking = undefined;
      });
      await looking;
    },
    look,
  };
};
