import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { KeyOf } from "./flat-rule.ts";
import type { Tree } from "./draft-rule.ts";
import { addTreeParts, innerTrees, sameList, savedName } from "./draft-rule.ts";
import type { DraftStore, PartWriter } from "./draft-store.ts";
import { sameEntries } from "./draft-store.ts";
import type { Part, PartKey, Slot, PartKind } from "./part.ts";
import { childrenIn, headKey, rootKey, slotsByKind, kindIn } from "./part.ts";

/*
 * Replaces a whole tree by another, as one step. A part with a server id keeps its key, wherever it is now; a new
 * part takes the key of the new part in its place. So rows keep their focus, and unchanged parts stay the same
 * objects.
 */

const samePart = (one: Part, other: Part): boolean =>
  one.parent === other.parent &&
  one.slot === other.slot &&
  sameEntries(one.data, other.data) &&
  slotsByKind[one.kind].every((slot) => sameList(childrenIn(one, slot), childrenIn(other, slot)));

const keysByName = (draft: Pick<DraftStore, "get" | "keys">): Map<string, PartKey> => {
  const known = new Map<string, PartKey>();
  for (const key of draft.keys()) {
    const part = draft.get(key);
    const name = savedName(part);
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
    const name = savedName(part);
    const before = inPlace === undefined ? undefined : draft.get(inPlace);
    const own =
      name === undefined
        ? before && savedName(before) === undefined && before.kind === part.kind
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
    for (const slot of slotsByKind[part.kind]) {
      const old = childrenIn(before, slot);
      childrenIn(part, slot).forEach((child, at) => assign(child, old[at]));
    }
  };

  assign(parts[0]?.key ?? headKey, headKey);
  const toKey = (temporary: PartKey): PartKey => keys.get(temporary) ?? temporary;
  return parts.map((part) => {
    const children: Partial<Record<Slot, readonly PartKey[]>> = {};
    for (const slot of slotsByKind[part.kind]) children[slot] = childrenIn(part, slot).map(toKey);
    return {
      ...part,
      key: toKey(part.key),
      parent: part.parent === undefined ? undefined : toKey(part.parent),
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
      addTreeParts(request, "head", { parent: undefined, slot: undefined }, () => --temporary),
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

type AnyTree = Readonly<Record<string, unknown>>;

/** The ids of a version, as “condition 17”. */
const idsIn = (rule: UpdateOrCreateMappingRule | undefined): ReadonlySet<string> => {
  const ids = new Set<string>();
  const walk = (tree: Tree, kind: PartKind): void => {
    if (tree.id) ids.add(`${kind} ${tree.id}`);
    for (const slot of slotsByKind[kind])
      for (const inner of innerTrees(tree, slot)) walk(inner, kindIn[slot]);
  };
  if (rule) walk(rule, "head");
  return ids;
};

/**
 * The draft as a request that replaces the server's version. An id that the server no longer has (a part deleted,
 * saved, and restored by undo), or that occurs twice, is left out, so that the part is created again: the API refuses
 * both (api 4.6).
 */
export const sendable = (
  rule: UpdateOrCreateMappingRule,
  saved: UpdateOrCreateMappingRule | undefined,
): UpdateOrCreateMappingRule => {
  const known = new Set(idsIn(saved));
  const walk = (tree: Tree, kind: PartKind): AnyTree => {
    const { id, ...fields } = tree as AnyTree & { id?: number | null };
    const keeps = typeof id === "number" && known.delete(`${kind} ${id}`);
    const inner = slotsByKind[kind].map((slot) => {
      const trees = innerTrees(tree, slot).map((child) => walk(child, kindIn[slot]));
      return [slot, slot === "rule" ? trees[0] : trees] as const;
    });
    return { ...(keeps ? { id } : {}), ...fields, ...Object.fromEntries(inner) };
  };
  return walk(rule, "head") as unknown as UpdateOrCreateMappingRule;
};

/** The server's fields of a part. */
export interface Assigned {
  readonly id: number;
  readonly updatedAt?: string | null | undefined;
}

/** The ids of an answer, by the keys of the draft that was sent: both have their parts in the same places. */
export const idsByKey = (
  drafted: UpdateOrCreateMappingRule,
  answer: UpdateOrCreateMappingRule,
  toKey: KeyOf,
): ReadonlyMap<PartKey, Assigned> => {
  const ids = new Map<PartKey, Assigned>();
  const walk = (tree: Tree, saved: Tree | undefined, kind: PartKind): void => {
    const key = toKey(tree);
    const { id, updatedAt } = (saved ?? {}) as Partial<Assigned>;
    if (key !== undefined && id) ids.set(key, updatedAt === undefined ? { id } : { id, updatedAt });
    for (const slot of slotsByKind[kind]) {
      const there = saved ? innerTrees(saved, slot) : [];
      innerTrees(tree, slot).forEach((inner, at) => walk(inner, there[at], kindIn[slot]));
    }
  };
  walk(drafted, answer, "head");
  return ids;
};

/** Writes ids into the parts of a draft, including those that undo would restore. */
export const assignIds = (
  draft: Pick<DraftStore, "relabel">,
  ids: ReadonlyMap<PartKey, Assigned>,
): void =>
  draft.relabel((part) => {
    const assigned = ids.get(part.key);
    if (!assigned) return part;
    const data = part.data as Partial<Assigned>;
    const time = part.kind === "rule" ? assigned.updatedAt : data.updatedAt;
    if (data.id === assigned.id && data.updatedAt === time) return part;
    const written = {
      ...data,
      id: assigned.id,
      ...(time === undefined ? {} : { updatedAt: time }),
    };
    return { ...part, data: written } as Part;
  });
