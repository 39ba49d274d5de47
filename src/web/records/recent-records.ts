import { useEffect } from "react";
import type { RecordKind } from "#web/base/list-search.ts";
import { isId, toRecordId } from "#web/base/record-id.ts";
import { toRecordsKey } from "#web/base/session.ts";
import { isRecordKind } from "./record-kinds.ts";

/** The entries that this person's browser stores; those of another form are left out: the storage can hold anything. */
const readStored = <R>(name: string, read: (entry: Record<string, unknown>) => R[]): R[] => {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(toRecordsKey(name)) ?? "[]");
    return Array.isArray(list) ? list.flatMap((entry) => read(Object(entry))) : [];
  } catch {
    return [];
  }
};

const store = (name: string, list: readonly object[]): void => {
  try {
    localStorage.setItem(toRecordsKey(name), JSON.stringify(list));
  } catch {
    return;
  }
};

/** The stored data of a record that was open before: enough to find it again, nothing personal. */
interface SeenRecord {
  id: number;
  label: string;
  status: string;
}

const maxSeen = 30;

/** The records of a kind that this person opened in this browser, latest first. */
export const seenRecords = (kind: string): SeenRecord[] =>
  readStored(`seen.${kind}`, (entry) =>
    isId(entry["id"]) ? [entry as unknown as SeenRecord] : [],
  );

/** Stores that a record was opened. */
export const rememberSeen = (kind: string, record: SeenRecord): void => {
  const others = seenRecords(kind).filter(({ id }) => id !== record.id);
  store(`seen.${kind}`, [record, ...others].slice(0, maxSeen));
};

/** The stored data of an opened record: enough to open it again, nothing personal. */
export interface RecentRecord {
  readonly kind: RecordKind;
  readonly id: number;
  readonly label: string;
  /** The channel of a product. */
  readonly channel?: number;
}

const maxRecent = 10;
const longestLabel = 200;

const readRecent = ({ kind, id, label, channel }: Record<string, unknown>): RecentRecord[] => {
  if (!isRecordKind(kind) || !isId(id) || typeof label !== "string" || label === "") return [];
  return [{ kind, id, label: label.slice(0, longestLabel), ...(isId(channel) && { channel }) }];
};

/** The records that this person opened in this browser, latest first. */
export const recentRecords = (): RecentRecord[] =>
  readStored("recent", readRecent).slice(0, maxRecent);

/** Stores a record as the latest one. */
export const rememberRecent = (record: RecentRecord): void => {
  const others = recentRecords().filter(({ kind, id }) => kind !== record.kind || id !== record.id);
  store("recent", [...readRecent({ ...record }), ...others].slice(0, maxRecent));
};

/** Stores the record of a screen as soon as it is loaded. */
export const useRecentRecord = (
  kind: RecordKind | undefined,
  id: string,
  label: string | undefined,
  channel?: string,
): void =>
  useEffect(() => {
    if (kind === undefined || label === undefined) return;
    rememberRecent({ kind, id: toRecordId(id), label, channel: toRecordId(channel ?? "") });
  }, [kind, id, label, channel]);
