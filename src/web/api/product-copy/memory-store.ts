import {
  type CopyHead,
  type CopyRecord,
  type EarlierRecord,
  emptyHead,
  listIds,
  computePageChange,
  endSweep,
} from "./copy-record.ts";
import type { CopyStore } from "./copy-store.ts";
import { endMarking } from "./sweep-end.ts";

/** Stores a copy in the memory of its tab, for browsers without storage. */
export const createMemoryStore = (copy: string): CopyStore => {
  const records = new Map<number, CopyRecord>();
  const earlier = new Map<number, EarlierRecord>();
  let head: CopyHead | undefined;
  return {
    kind: "memory",
    head: async () => head,
    begin: async (channelId, size, wall) =>
      (head = { ...(head ?? emptyHead(copy, channelId, size)), openedAt: wall }),
    dropUnused: async () => undefined,
    changeHead: async (change) => (head = head && change(head)),
    writePage: async (request, answer) => {
      if (head === undefined) return undefined;
      const known = new Map(
        listIds(answer).flatMap((id) => {
          const record = records.get(id);
          return record ? [[id, record] as const] : [];
        }),
      );
      const change = computePageChange(head, request, answer, known);
      if (change === undefined) return undefined;
      for (const record of change.records) records.set(record.id, record);
      for (const one of change.earlier) earlier.set(one.id, one);
      head = change.head;
      return change;
    },
    markGone: async (pass, wall) => {
      if (head === undefined) return undefined;
      const rev = head.rev + 1;
      for (const record of records.values())
        if (record.pass < pass && record.goneAt === null)
          records.set(record.id, { ...record, goneAt: wall, rev });
      head = endSweep({ ...head, rev }, endMarking(head.sweep), wall);
      return head;
    },
    changedSince: async function* (rev) {
      const changed = [...records.values()].filter((record) => record.rev > rev);
      if (changed.length > 0) yield changed;
    },
    records: async (ids) => ids.map((id) => records.get(id)),
    earlier: async (id) => earlier.get(id),
    savedIndex: async () => undefined,
    saveIndex: async () => undefined,
    lease: async () => true,
    forget: async () => {
      records.clear();
      earlier.clear();
      head = undefined;
    },
    close: () => undefined,
  };
};
