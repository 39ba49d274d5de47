import { isQuotaError, storageWords } from "./copy-problem.ts";
import type { CopyStorage } from "./copy-state.ts";
import { type CopyStore, createKeptStore, openCopyDatabase } from "./copy-store.ts";
import { createMemoryStore } from "./memory-store.ts";

/** So long an older version's tab may take to let go of the database. */
const patienceMs = 3_000;

const whyNot = (error: unknown): NonNullable<CopyStorage["why"]> => {
  if (isQuotaError(error)) return "full";
  const name = error instanceof Error ? error.name : "";
  return name === "VersionError"
    ? "other-version"
    : name === "BlockedError"
      ? "blocked"
      : "refused";
};

/** The copy in this tab's memory, after keeping it failed. */
export const openInMemory =
  (error: unknown): typeof openStore =>
  async (copy, tell) => {
    tell(storageWords[whyNot(error)]);
    return createMemoryStore(copy);
  };

/**
 * Opens what this browser keeps of a copy. Where it keeps nothing, or another tab stands in the way, the copy lives in
 * this tab's memory, and `tell` says why.
 */
export const openStore = async (
  copy: string,
  tell: (storage: CopyStorage) => void,
): Promise<CopyStore> => {
  let late = false;
  let held = false;
  try {
    const opened = openCopyDatabase({
      rebuilt: () => tell(storageWords.rebuilt),
      blocked: () => {
        held = true;
      },
      lost: () => tell(storageWords["other-version"]),
    });
    void opened.then(
      (database) => late && database.close(),
      () => undefined,
    );
    const impatience = new Promise<never>((_, reject) => {
      setTimeout(
        () => reject(new DOMException("", held ? "BlockedError" : "TimeoutError")),
        patienceMs,
      );
    });
    return createKeptStore(await Promise.race([opened, impatience]), copy);
  } catch (error) {
    late = true;
    return openInMemory(error)(copy, tell);
  }
};
