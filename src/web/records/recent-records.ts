import { useEffect } from "react";
import * as z from "zod/mini";
import type { RecordKind } from "#web/base/list-search.ts";
import { isId, toRecordId } from "#web/base/record-id.ts";
import { listOf, remember } from "#web/base/remember.ts";
import { isRecordKind } from "./record-kinds.ts";

const id = z.custom<number>(isId);

/** The stored data of a record that was open before: enough to find it again, nothing personal. */
const Seen = z.object({ id, label: z.string(), status: z.string() });
type SeenRecord = z.infer<typeof Seen>;
const seenList = listOf(Seen);

const maxSeen = 30;

const seen = (kind: string) => remember(`seen.${kind}`, seenList, "records");

/** The records of a kind that this person opened in this browser, latest first. */
export const seenRecords = (kind: string): readonly SeenRecord[] => seen(kind).get();

/** Stores that a record was opened. */
export const rememberSeen = (kind: string, record: SeenRecord): void => {
  const others = seenRecords(kind).filter(({ id }) => id !== record.id);
  seen(kind).set([record, ...others].slice(0, maxSeen));
};

/** The stored data of an opened record: enough to open it again, nothing personal. */
const Recent = z.object({
  kind: z.custom<RecordKind>(isRecordKind),
  id,
  label: z.string().check(z.minLength(1)),
  /** The channel of a product. */
  channel: z.catch(z.optional(id), undefined),
});
export type RecentRecord = z.infer<typeof Recent>;

const maxRecent = 10;
const longestLabel = 200;

/** The records that this person opened in this browser, latest first. */
export const recentRecords = remember("recent", listOf(Recent), "records");

/** Stores a record as the latest one. */
export const rememberRecent = (record: RecentRecord): void => {
  const others = recentRecords
    .get()
    .filter(({ kind, id }) => kind !== record.kind || id !== record.id);
  const latest = { ...record, label: record.label.slice(0, longestLabel) };
  recentRecords.set([latest, ...others].slice(0, maxRecent));
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
