import { useEffect } from "react";
import type { RecordKind } from "#web/base/list-search.ts";
import { isRecordKind } from "./record-kinds.ts";
import { toRecordsKey } from "#web/base/own-key.ts";
import { isId, toRecordId } from "#web/base/record-id.ts";

/** The stored data of an opened record: enough to open it again, nothing personal. */
export interface RecentRecord {
  readonly kind: RecordKind;
  readonly id: number;
  readonly label: string;
  /** The channel of a product. */
  readonly channel?: number;
}

const key = "recent";
const kept = 10;
const longestLabel = 200;

/** Reads one stored entry; entries of another form are left out, because the storage can hold anything. */
const readRecent = (value: unknown): RecentRecord[] => {
  if (typeof value !== "object" || value === null) return [];
  const { kind, id, label, channel } = value as Readonly<Record<string, unknown>>;
  if (!isRecordKind(kind) || !isId(id) || typeof label !== "string" || label === "") return [];
  return [{ kind, id, label: label.slice(0, longestLabel), ...(isId(channel) && { channel }) }];
};

/** The records that this person opened in this browser, latest first. */
export const recentRecords = (): RecentRecord[] => {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(toRecordsKey(key)) ?? "[]");
    return Array.isArray(list) ? list.flatMap(readRecent).slice(0, kept) : [];
  } catch {
    return [];
  }
};

/** Stores a record as the latest one. */
export const rememberRecent = (record: RecentRecord): void => {
  const others = recentRecords().filter(({ kind, id }) => kind !== record.kind || id !== record.id);
  try {
    localStorage.setItem(
      toRecordsKey(key),
      JSON.stringify([...readRecent(record), ...others].slice(0, kept)),
    );
  } catch {
    return;
  }
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
