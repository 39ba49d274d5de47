import type { Tree } from "#rule-model/draft/draft-rule.ts";
import { slotsOf } from "#rule-model/draft/part.ts";
import type { FlatPart, PartId } from "#rule-model/diff/flat-rule.ts";
import type { Decide, ThreeVersions } from "./merge-rules.ts";
import { changedFields } from "#rule-model/diff/same-part.ts";

const ownFields = ({ kind, tree }: FlatPart): Record<string, unknown> => {
  const slots: readonly string[] = slotsOf[kind];
  return Object.fromEntries(Object.entries(tree).filter(([name]) => !slots.includes(name)));
};

/** The server's own fields, from the newer version. */
const serverFields = ({ tree }: FlatPart): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(tree).filter(([name]) => name === "id" || name === "updatedAt"),
  );

/** A comparator and its operands are one sentence, which cannot be merged from two halves. */
const isSentence = ({ kind }: FlatPart): boolean => kind === "condition" || kind === "action";

interface Sides {
  readonly mine: FlatPart;
  readonly theirs: FlatPart;
  /** The fields that each side changed from the base. */
  readonly changed: { readonly mine: readonly string[]; readonly theirs: readonly string[] };
}

const sentence = ({ mine, theirs, changed }: Sides, decide: Decide): Record<string, unknown> => {
  const id = mine.id;
  if (changed.theirs.length === 0) return ownFields(mine);
  if (changed.mine.length === 0) return ownFields(theirs);
  if (changedFields(mine.kind, mine.tree, theirs.tree).length === 0) return ownFields(mine);
  return ownFields(decide({ id, kind: "changed" }) === "mine" ? mine : theirs);
};

const singly = ({ mine, theirs, changed }: Sides, decide: Decide): Record<string, unknown> => {
  const result = ownFields(mine);
  const take = (field: string) => {
    const value = (theirs.tree as unknown as Record<string, unknown>)[field];
    if (value === undefined) delete result[field];
    else result[field] = value;
  };
  const differ = changedFields(mine.kind, mine.tree, theirs.tree);
  for (const field of changed.theirs) {
    if (!differ.includes(field)) continue;
    const contested = changed.mine.includes(field);
    const side = contested ? decide({ id: mine.id, kind: "changed", field }) : "theirs";
    if (side === "theirs") take(field);
  }
  return result;
};

/** Merges a part's own fields of three versions. */
export const mergeFields = (
  { base, mine, theirs }: ThreeVersions,
  id: PartId,
  decide: Decide,
): object => {
  const [was, my, their] = [base.get(id), mine.get(id), theirs.get(id)];
  if (!my || !their) {
    const only = my ?? their;
    return only ? ownFields(only) : {};
  }
  const changes = (tree: Tree) => changedFields(my.kind, (was ?? their).tree, tree);
  const sides: Sides = {
    mine: my,
    theirs: their,
    changed: { mine: changes(my.tree), theirs: changes(their.tree) },
  };
  const merged = isSentence(my) ? sentence(sides, decide) : singly(sides, decide);
  return { ...merged, ...serverFields(their) };
};
