import { useEffect, useState } from "react";
import { upstreamKey } from "#web/mapping-rules/memory/upstream-key.ts";
import type { KeptDraft } from "./draft-place.ts";
import { browserDrafts } from "./draft-place.ts";
import { claimSlot, freeSlots } from "./rule-slot.ts";

/** This tab's place for the draft of a rule, and what was left there, or in the place of a tab that is gone. */
export interface KeptPlace {
  readonly key: string;
  readonly slot: number;
  readonly draft: KeptDraft | undefined;
  /** Whether the tab that came first still has the rule open. */
  readonly isShared: () => Promise<boolean>;
}

const keyFor = (upstream: string, rule: string, slot: number): string =>
  [upstream, rule, slot].join("|");

const leftDraft = async (
  upstream: string,
  rule: string,
  slot: number,
): Promise<KeptDraft | undefined> => {
  const own = await browserDrafts.read(keyFor(upstream, rule, slot));
  if (own) return own;
  for (const other of await freeSlots(`${upstream} ${rule}`)) {
    const key = keyFor(upstream, rule, other);
    const left = await browserDrafts.read(key);
    if (!left) continue;
    // It moves into this tab's place, so that it stands once; where nothing can be written, it stays where it is.
    await browserDrafts
      .write(keyFor(upstream, rule, slot), left)
      .then(() => browserDrafts.remove(key))
      .catch(() => undefined);
    return left;
  }
  return undefined;
};

/** The draft of a rule (`"rule 12"`, `"new"`) in this browser; undefined until that is known. */
export const useKeptDraft = (rule: string): KeptPlace | undefined => {
  const [place, setPlace] = useState<KeptPlace>();
  useEffect(() => {
    let gone = false;
    let release = () => {};
    const find = async () => {
      const upstream = await upstreamKey();
      const mine = await claimSlot(`${upstream} ${rule}`);
      release = mine.release;
      if (gone) return release();
      const { slot } = mine;
      const draft = await leftDraft(upstream, rule, slot).catch(() => undefined);
      const isShared = async () =>
        slot > 1 && !(await freeSlots(`${upstream} ${rule}`)).includes(1);
      if (!gone) setPlace({ key: keyFor(upstream, rule, slot), slot, draft, isShared });
    };
    // An effect that ends at once (a development build runs each twice) claims nothing.
    const timer = setTimeout(() => void find());
    return () => {
      clearTimeout(timer);
      gone = true;
      release();
    };
  }, [rule]);
  return place;
};
