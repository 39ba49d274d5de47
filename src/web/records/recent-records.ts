import { useEffect } from "react";
import * as z from "zod/mini";
import type { RecordKind } from "#web/base/list-search.ts";
import { isId, toRecordId } from "#web/base/record-id.ts";
import { listOf, remember } from "#web/base/remember.ts";
import { recordKinds } from "./record-kinds.ts";

const id = z.custom<number>(isId);

/** The stored data of a record that was opened: enough to find it again, nothing personal. */
const Seen = z.object({
  id,
  label: z.string().check(z.minLength(1)),
  status: z.string(),
  /** The channel of a product. */
  channel: z.catch(z.optional(id), undefined),
  at: z.number(),
});
type SeenRecord = z.infer<typeof Seen>;
const seenList = listOf(Seen);

const maxSeen = 30;
const maxRecent = 10;
const longestLabel = 200;

const seen = (kind: RecordKind) => remember(`seen.${kind}`, seenList, "records");

/** The records of a kind that this person opened in this browser, latest first. */
export const seenRecords = (kind: RecordKind): readonly SeenRecord[] => seen(kind).get();

/** The records of all kinds that this person opened last, latest first. */
export const recentRecords = (): readonly (SeenRecord & { readonly kind: RecordKind })[] =>
  recordKinds
    .flatMap((kind) => seenRecords(kind).map((record) => ({ ...record, kind })))
    .toSorted((one, other) => other.at - one.at)
    .slice(0, maxRecent);

/** Stores that a record was opened. */
export const rememberSeen = (kind: RecordKind, record: Omit<SeenRecord, "at">): void => {
  const latest = { ...record, label: record.label.slice(0, longestLabel), at: Date.now() };
  const others = seenRecords(kind).filter(({ id }) => id !== record.id);
  seen(kind).set([latest, ...others].slice(0, maxSeen));
};

/** Stores the record of a screen as soon as it is loaded. */
export const useSeenRecord = (
  kind: RecordKind | undefined,
  id: string,
  label: string | undefined,
  status = "",
  channel = "",
): void =>
  useEffect(() => {
    if (kind === undefined || label === undefined) return;
    rememberSeen(kind, { id: toRecordId(id), label, status, channel: toRecordId(channel) });
  }, [kind, id, label, status, channel]);
