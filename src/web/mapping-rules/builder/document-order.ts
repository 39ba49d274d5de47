import type { DraftStore } from "./draft-store.ts";
import type { Part, PartKey } from "./part.ts";
import { childKeysOf, headKey } from "./part.ts";

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
