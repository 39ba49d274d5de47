import { isQuotaError, storageWords } from "./copy-problem.ts";
import type { CopyStorage } from "./copy-state.ts";
import { type CopyStore, createKeptStore, openCopyDatabase } from "./copy-store.ts";
import { createMemoryStore } from "./memory-store.ts";

/** How long to wait for a tab with an older version to close the database. */
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

/** Opens the copy in this tab's memory after the storage failed. */
export const openInMemory =
  (error: unknown): typeof openStore =>
  async (copy, tell) => {
    tell(storageWords[whyNot(error)]);
    return createMemoryStore(copy);
  };

/**
 * Opens the stored copy. If the browser has no storage, or another tab blocks it, the copy is in this tab's memory, and
 * `onStorage` receives the reason.
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
