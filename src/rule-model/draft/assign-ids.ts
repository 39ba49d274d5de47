import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { Tree } from "./draft-rule.ts";
import type { DraftStore } from "./draft-store.ts";
import type { Part, PartKey, PartKind } from "./part.ts";
import { kindIn, slotsOf } from "./part.ts";
import type { KeyOf } from "#rule-model/diff/flat-rule.ts";
import { innerTrees } from "#rule-model/diff/flat-rule.ts";

type AnyTree = Readonly<Record<string, unknown>>;

/** The ids of a version, as “condition 17”. */
const idsIn = (rule: UpdateOrCreateMappingRule | undefined): ReadonlySet<string> => {
  const ids = new Set<string>();
  const walk = (tree: Tree, kind: PartKind): void => {
    if (tree.id) ids.add(`${kind} ${tree.id}`);
    for (const slot of slotsOf[kind])
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
    const inner = slotsOf[kind].map((slot) => {
      const trees = innerTrees(tree, slot).map((child) => walk(child, kindIn[slot]));
      return [slot, slot === "rule" ? trees[0] : trees] as const;
    });
    return { ...(keeps ? { id } : {}), ...fields, ...Object.fromEntries(inner) };
  };
  return walk(rule, "head") as unknown as UpdateOrCreateMappingRule;
};

/** The server's fields of a part. */
interface Assigned {
  readonly id: number;
  readonly updatedAt?: string | null | undefined;
}

/** The ids of an answer, by the keys of the draft that was sent: both have their parts in the same places. */
export const idsByKey = (
  drafted: UpdateOrCreateMappingRule,
  answer: UpdateOrCreateMappingRule,
  keyOf: KeyOf,
): ReadonlyMap<PartKey, Assigned> => {
  const ids = new Map<PartKey, Assigned>();
  const walk = (tree: Tree, saved: Tree | undefined, kind: PartKind): void => {
    const key = keyOf(tree);
    const { id, updatedAt } = (saved ?? {}) as Partial<Assigned>;
    if (key !== undefined && id) ids.set(key, updatedAt === undefined ? { id } : { id, updatedAt });
    for (const slot of slotsOf[kind]) {
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
