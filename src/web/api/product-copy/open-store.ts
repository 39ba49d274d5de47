import { isQuotaError, storageWords } from "./copy-problem.ts";
import type { CopyStorage } from "./copy-state.ts";
import { type CopyStore, createDatabaseStore, openCopyDatabase } from "./copy-store.ts";
import { createMemoryStore } from "./memory-store.ts";

/** How long to wait for a tab with an older version to close the database, and for a slow disk. */
const timeoutMs = 10_000;

const findReason = (error: unknown): NonNullable<CopyStorage["why"]> => {
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
  async (copy, onStorage) => {
    onStorage(storageWords[findReason(error)]);
    return createMemoryStore(copy);
  };

/**
 * Opens the stored copy. If the browser has no storage, or another tab blocks it, the copy is in this tab's memory, and
 * `onStorage` receives the reason.
 */
export const openStore = async (
  copy: string,
  onStorage: (storage: CopyStorage) => void,
): Promise<CopyStore> => {
  let late = false;
  let blocked = false;
  try {
    const opened = openCopyDatabase({
      rebuilt: () => onStorage(storageWords.rebuilt),
      blocked: () => {
        blocked = true;
      },
      lost: () => onStorage(storageWords["other-version"]),
    });
    void opened.then(
      (database) => late && database.close(),
      () => undefined,
    );
    const timeout = new Promise<never>((_, reject) => {
      setTimeout(
        () => reject(new DOMException("", blocked ? "BlockedError" : "TimeoutError")),
        timeoutMs,
      );
    });
    return createDatabaseStore(await Promise.race([opened, timeout]), copy);
  } catch (error) {
    late = true;
    return openInMemory(error)(copy, onStorage);
  }
};
