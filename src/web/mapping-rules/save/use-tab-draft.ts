import { useEffect, useState } from "react";
import { upstreamKey } from "#web/mapping-rules/memory/upstream-key.ts";
import type { StoredDraft } from "./browser-drafts.ts";
import { browserDrafts } from "./browser-drafts.ts";
import { claimTabNumber, freeTabNumbers } from "./claim-tab-number.ts";

/** This tab's storage key for the draft of a rule, and the draft stored by it or by a closed tab. */
export interface TabDraft {
  readonly key: string;
  readonly tabNumber: number;
  readonly draft: StoredDraft | undefined;
  /** Whether the tab that opened the rule first still has it open. */
  readonly isShared: () => Promise<boolean>;
}

const keyFor = (upstream: string, rule: string, tabNumber: number): string =>
  [upstream, rule, tabNumber].join("|");

const leftDraft = async (
  upstream: string,
  rule: string,
  tabNumber: number,
): Promise<StoredDraft | undefined> => {
  const own = await browserDrafts.read(keyFor(upstream, rule, tabNumber));
  if (own) return own;
  for (const other of await freeTabNumbers(`${upstream} ${rule}`)) {
    const key = keyFor(upstream, rule, other);
    const left = await browserDrafts.read(key);
    if (!left) continue;
    // The draft moves to this tab's key, so that it is stored once; where nothing can be written, it stays under the
    // old key.
    await browserDrafts
      .write(keyFor(upstream, rule, tabNumber), left)
      .then(() => browserDrafts.remove(key))
      .catch(() => undefined);
    return left;
  }
  return undefined;
};

/** The stored draft of a rule (`"rule 12"`, `"new"`); undefined until it is read. */
export const useTabDraft = (rule: string): TabDraft | undefined => {
  const [place, setPlace] = useState<TabDraft>();
  useEffect(() => {
    let unmounted = false;
    let release = () => {};
    const find = async () => {
      const upstream = await upstreamKey();
      const mine = await claimTabNumber(`${upstream} ${rule}`);
      release = mine.release;
      if (unmounted) return release();
      const { tabNumber } = mine;
      const draft = await leftDraft(upstream, rule, tabNumber).catch(() => undefined);
      const isShared = async () =>
        tabNumber > 1 && !(await freeTabNumbers(`${upstream} ${rule}`)).includes(1);
      if (!unmounted)
        setPlace({ key: keyFor(upstream, rule, tabNumber), tabNumber, draft, isShared });
    };
    // An effect that ends at once (a development build runs each twice) claims no number.
    const timer = setTimeout(() => void find());
    return () => {
      clearTimeout(timer);
      unmounted = true;
      release();
    };
  }, [rule]);
  return place;
};
