import * as z from "zod/mini";
import {
  UpdateOrCreateAction,
  UpdateOrCreateCondition,
  UpdateOrCreateGroup,
  UpdateOrCreateWorkflowRule,
} from "#contract/mapping-rule-request.ts";
import type { Builder } from "#web/mapping-rules/builder/builder-context.ts";
import type { Tree } from "#web/mapping-rules/builder/draft-rule.ts";
import { withoutIds } from "#web/mapping-rules/builder/map-tree.ts";
import type { PartKey, PartKind } from "#web/mapping-rules/builder/part.ts";
import { partsAt } from "./edit-parts.ts";

/** What a text from the clipboard holds, or why nothing can be made of it. */
export type Pasted =
  | { readonly kind: PartKind; readonly trees: readonly Tree[]; readonly notes: readonly string[] }
  | { readonly why: string };

const marker = "mapping rule parts";

const Copied = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("condition"), parts: z.array(UpdateOrCreateCondition) }),
  z.object({ kind: z.literal("group"), parts: z.array(UpdateOrCreateGroup) }),
  z.object({ kind: z.literal("action"), parts: z.array(UpdateOrCreateAction) }),
  z.object({ kind: z.literal("rule"), parts: z.array(UpdateOrCreateWorkflowRule) }),
]);

/** Parts as text; undefined where they are of several kinds. */
export const textOfParts = (builder: Builder, keys: readonly PartKey[]): string | undefined => {
  const parts = partsAt(builder.draft, keys);
  const [first] = parts;
  if (!first || parts.some(({ kind }) => kind !== first.kind)) return undefined;
  const trees = parts.flatMap(({ key, kind }) => {
    const tree = builder.trees.treeOf(key);
    return tree ? [withoutIds(tree, kind)] : [];
  });
  return JSON.stringify({ supercargo: marker, kind: first.kind, parts: trees }, null, 2);
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What is in a text that was copied here, or in another rule, or in another tab. */
export const readParts = (_builder: Builder, text: string): Pasted => {
  if (text.trim() === "") return { why: "there is no text on the clipboard." };
  const read = Copied.safeParse(parsed(text));
  if (!read.success) return { why: "the text on the clipboard is no part of a mapping rule." };
  const { kind, parts } = read.data;
  if (parts.length === 0) return { why: "what was copied holds nothing." };
  return { kind, trees: parts.map((part) => withoutIds(part as Tree, kind)), notes: [] };
};
