import { isId } from "#web/base/record-id.ts";
import { toRecordsKey } from "#web/base/own-key.ts";

/** The stored data of a record that was open before: enough to find it again, nothing personal. */
export interface SeenRecord {
  id: number;
  label: string;
  status: string;
}

const toStorageKey = (kind: string) => toRecordsKey(`seen.${kind}`);
const maxStored = 30;

const isSeen = (value: unknown): value is SeenRecord =>
  typeof value === "object" && value !== null && isId((value as SeenRecord).id);

/** The records of a kind that this person opened in this browser, latest first. */
export const seenRecords = (kind: string): SeenRecord[] => {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(toStorageKey(kind)) ?? "[]");
    return Array.isArray(list) ? list.filter(isSeen) : [];
  } catch {
    return [];
  }
};

/** Stores that a record was opened. */
export const rememberSeen = (kind: string, record: SeenRecord): void => {
  const others = seenRecords(kind).filter(({ id }) => id !== record.id);
  try {
    localStorage.setItem(
      toStorageKey(kind),
      JSON.stringify([record, ...others].slice(0, maxStored)),
    );
  } catch {
    return;
  }
};
