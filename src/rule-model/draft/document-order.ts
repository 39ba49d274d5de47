import type { DraftStore } from "./draft-store.ts";
import type { Part, PartKey } from "./part.ts";
import { childKeysOf, headKey, rootKey } from "./part.ts";

/** The parts of a draft in the order the screen shows them, each before what is inside it. */
export function* partsInOrder(
  draft: Pick<DraftStore, "get">,
  from: PartKey = headKey,
): Generator<Part> {
  const waiting: PartKey[] = [from];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const part = draft.get(key);
    if (!part) continue;
    yield part;
    waiting.push(...childKeysOf(part).toReversed());
  }
}

export const keysInOrder = (draft: Pick<DraftStore, "get">, from?: PartKey): PartKey[] =>
  Array.from(partsInOrder(draft, from), ({ key }) => key);

/** Whether a part can be folded to one line. */
export const canFold = (part: Part | undefined): boolean =>
  part !== undefined &&
  (part.kind === "group" || (part.kind === "rule" && part.key !== rootKey)) &&
  childKeysOf(part).length > 0;

export const foldableKeys = (draft: Pick<DraftStore, "get">): PartKey[] =>
  [...partsInOrder(draft)].filter(canFold).map(({ key }) => key);

/** The parts around one, from the nearest on. */
export const outerKeys = (draft: Pick<DraftStore, "get">, key: PartKey): PartKey[] => {
  const keys: PartKey[] = [];
  for (let at = draft.get(key)?.parent; at !== undefined; at = draft.get(at)?.parent) keys.push(at);
  return keys;
};
