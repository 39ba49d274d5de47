import type { MappingLine } from "#rules/evaluation-context.ts";
import { fetchMappingLines } from "#web/api/mapping-sets.ts";
import { createValueStore, type ValueStore } from "#web/base/value-store.ts";

/** The lines of mapping sets, each requested once. A set that cannot be read has none, and is named. */
interface MappingLines extends Pick<
  ValueStore<ReadonlyMap<number, readonly MappingLine[]>>,
  "get" | "subscribe"
> {
  readonly want: (ids: readonly number[]) => void;
  readonly unread: () => readonly number[];
}

export const createMappingLines = (
  read: typeof fetchMappingLines = fetchMappingLines,
): MappingLines => {
  const lines = createValueStore<ReadonlyMap<number, readonly MappingLine[]>>(new Map());
  const asked = new Set<number>();
  const failed = new Set<number>();
  return {
    get: lines.get,
    subscribe: lines.subscribe,
    unread: () => [...failed],
    want: (ids) => {
      for (const id of ids) {
        if (asked.has(id)) continue;
        asked.add(id);
        read(id)
          .then((found) => lines.set(new Map(lines.get()).set(id, found)))
          .catch(() => {
            failed.add(id);
            lines.set(new Map(lines.get()));
          });
      }
    },
  };
};

/** Loads the mapping sets that rules use; a set that can't be loaded is left out. */
export const loadLines = async (
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly MappingLine[]>> => {
  const lines = createMappingLines();
  const wanted = new Set(ids);
  lines.want([...wanted]);
  while (lines.get().size + lines.unread().length < wanted.size)
    await new Promise<void>((resolve) => {
      const stop = lines.subscribe(() => {
        stop();
        resolve();
      });
    });
  return lines.get();
};
