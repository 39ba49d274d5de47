import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { partsOfTree } from "#rule-model/draft/draft-rule.ts";
import type { DraftStore, PartWriter } from "#rule-model/draft/draft-store.ts";
import type { Part, PartKey, Slot } from "#rule-model/draft/part.ts";
import { childrenIn, headKey, rootKey, slotsOf } from "#rule-model/draft/part.ts";

/*
 * Replaces a whole tree by another, as one step. A part with a server id keeps its key, wherever it is now; a new
 * part takes the key of the new part in its place. So rows keep their focus, and unchanged parts stay the same
 * objects.
 */

const nameOf = (part: Part): string | undefined =>
  "id" in part.data && part.data.id ? `${part.kind} ${part.data.id}` : undefined;

const sameList = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((item, at) => item === other[at]);

const sameData = (one: object, other: object): boolean => {
  const entries = Object.entries(one);
  return (
    entries.length === Object.keys(other).length &&
    entries.every(([name, value]) => (other as Record<string, unknown>)[name] === value)
  );
};

const samePart = (one: Part, other: Part): boolean =>
  one.parent === other.parent &&
  one.slot === other.slot &&
  sameData(one.data, other.data) &&
  slotsOf[one.kind].every((slot) => sameList(childrenIn(one, slot), childrenIn(other, slot)));

const keysByName = (draft: Pick<DraftStore, "get" | "keys">): Map<string, PartKey> => {
  const known = new Map<string, PartKey>();
  for (const key of draft.keys()) {
    const part = draft.get(key);
    const name = part && nameOf(part);
    if (name) known.set(name, key);
  }
  return known;
};

/** The new parts with their final keys. */
const rekeyed = (parts: readonly Part[], draft: DraftStore, writer: PartWriter): Part[] => {
  const byTemporary = new Map(parts.map((part) => [part.key, part]));
  const known = keysByName(draft);
  const keys = new Map<PartKey, PartKey>();
  const used = new Set<PartKey>();

  const keyFor = (part: Part, inPlace: PartKey | undefined): PartKey => {
    if (part.kind === "head") return headKey;
    if (part.slot === "rule") return rootKey;
    const name = nameOf(part);
    const before = inPlace === undefined ? undefined : draft.get(inPlace);
    const own =
      name === undefined
        ? before && nameOf(before) === undefined && before.kind === part.kind
          ? inPlace
          : undefined
        : known.get(name);
    return own === undefined || own === rootKey || used.has(own) ? writer.newKey() : own;
  };

  const assign = (temporary: PartKey, inPlace: PartKey | undefined): void => {
    const part = byTemporary.get(temporary);
    if (!part) return;
    const key = keyFor(part, inPlace);
    used.add(key);
    keys.set(temporary, key);
    const before = draft.get(key);
    for (const slot of slotsOf[part.kind]) {
      const old = childrenIn(before, slot);
      childrenIn(part, slot).forEach((child, at) => assign(child, old[at]));
    }
  };

  assign(parts[0]?.key ?? headKey, headKey);
  const keyOf = (temporary: PartKey): PartKey => keys.get(temporary) ?? temporary;
  return parts.map((part) => {
    const children: Partial<Record<Slot, readonly PartKey[]>> = {};
    for (const slot of slotsOf[part.kind]) children[slot] = childrenIn(part, slot).map(keyOf);
    return {
      ...part,
      key: keyOf(part.key),
      parent: part.parent === undefined ? undefined : keyOf(part.parent),
      children,
    } as Part;
  });
};

/** Replaces the draft's content by a whole request, as one step that undo reverts. */
export const putRequest = (
  draft: DraftStore,
  request: UpdateOrCreateMappingRule,
  label: string,
): void =>
  draft.edit({ label }, (writer) => {
    let temporary = 0;
    const parts = rekeyed(
      partsOfTree(request, "head", { parent: undefined, slot: undefined }, () => --temporary),
      draft,
      writer,
    );
    const kept = new Set(parts.map(({ key }) => key));
    for (const key of draft.keys()) if (!kept.has(key)) writer.remove(key);
    for (const part of parts) {
      const before = draft.get(part.key);
      if (!before || !samePart(before, part)) writer.put(part);
    }
  });
