import { useEffect, useState } from "react";
import { nameUpstream } from "#web/base/page-state.ts";
import { type Release, takeLock } from "#web/base/take-lock.ts";
import { browserDrafts, type StoredDraft } from "./browser-drafts.ts";

/*
 * Tabs with the same rule open have different numbers, and each has a draft of its own, so that none overwrites
 * another's. The browser's locks (Web Locks) show which numbers are in use; a lock ends with its tab, also after a
 * crash.
 */

/** A tab's number for one rule, from 1. A second tab has number 2. */
interface ClaimedTabNumber {
  readonly tabNumber: number;
  /** Releases the number with a delay; a screen that opens again at once gets it back. */
  readonly release: () => void;
}

interface HeldLock {
  /** Whether a screen has the number. */
  inUse: boolean;
  /** Whether a save that outlived its screen has the number. */
  isKept: boolean;
  readonly end: Release;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const heldLocks = new Map<string, HeldLock>();
const lockName = (rule: string, tabNumber: number): string => `supercargo ${rule} ${tabNumber}`;
/** Longer than the change from one screen to the next. */
const lingerMs = 1_000;

const endLater = (name: string, mine: HeldLock): void => {
  clearTimeout(mine.timer);
  if (mine.inUse || mine.isKept) return;
  mine.timer = setTimeout(() => {
    heldLocks.delete(name);
    void mine.end();
  }, lingerMs);
};

const claimHeld = (name: string, tabNumber: number, mine: HeldLock): ClaimedTabNumber => {
  mine.inUse = true;
  clearTimeout(mine.timer);
  return {
    tabNumber,
    release: () => {
      mine.inUse = false;
      endLater(name, mine);
    },
  };
};

/** Keeps a number in this tab without a screen, until the returned function is called. */
const keepHeld = (name: string): (() => void) => {
  const mine = heldLocks.get(name);
  if (!mine) return () => undefined;
  mine.isKept = true;
  clearTimeout(mine.timer);
  return () => {
    mine.isKept = false;
    endLater(name, mine);
  };
};

/** On a reload, the lock may still be held by the page before, which is about to release it. */
const reloadMs = 600;

const takeLockSoon = async (name: string, tabNumber: number) => {
  const end = await takeLock(name);
  return end || tabNumber > 1 ? end : takeLock(name, { signal: AbortSignal.timeout(reloadMs) });
};

/** More tabs than people open for one rule; all further tabs share number 1. */
const maxTabs = 9;

const claimFree = async (rule: string): Promise<ClaimedTabNumber> => {
  const { locks } = navigator as { locks?: LockManager };
  for (let tabNumber = 1; locks && tabNumber <= maxTabs; tabNumber++) {
    const name = lockName(rule, tabNumber);
    const here = heldLocks.get(name);
    if (here && !here.inUse) return claimHeld(name, tabNumber, here);
    if (here) continue;
    const end = await takeLockSoon(name, tabNumber);
    if (!end) continue;
    const mine: HeldLock = { inUse: true, isKept: false, end, timer: undefined };
    heldLocks.set(name, mine);
    return claimHeld(name, tabNumber, mine);
  }
  return { tabNumber: 1, release: () => undefined };
};

let claims: Promise<unknown> = Promise.resolve();

/**
 * Claims the first free number. Where the browser has no locks (an address without TLS), every tab has number 1.
 * Claims run one after another: otherwise a screen that mounts twice at once would find its own number in use.
 */
const claimTabNumber = (rule: string): Promise<ClaimedTabNumber> => {
  const mine = claims.then(() => claimFree(rule));
  claims = mine.catch(() => undefined);
  return mine;
};

/** The numbers of a rule that no tab has, whose drafts any tab may take. */
const freeTabNumbers = async (rule: string): Promise<readonly number[]> => {
  const { locks } = navigator as { locks?: LockManager };
  const taken = new Set((await locks?.query())?.held?.map(({ name }) => name));
  return Array.from({ length: maxTabs }, (_, at) => at + 1).filter(
    (tabNumber) => !taken.has(lockName(rule, tabNumber)),
  );
};

/** This tab's storage key for the draft of a rule, and the draft stored by it or by a closed tab. */
export interface TabDraft {
  readonly key: string;
  readonly tabNumber: number;
  readonly draft: StoredDraft | undefined;
  /**
   * Keeps the draft from other tabs when its screen is left, until the returned function is called. Call it while the
   * screen is being left.
   */
  readonly keep: () => () => void;
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
      const upstream = nameUpstream();
      const mine = await claimTabNumber(`${upstream} ${rule}`);
      release = mine.release;
      if (unmounted) return release();
      const { tabNumber } = mine;
      const draft = await leftDraft(upstream, rule, tabNumber).catch(() => undefined);
      const isShared = async () =>
        tabNumber > 1 && !(await freeTabNumbers(`${upstream} ${rule}`)).includes(1);
      const key = keyFor(upstream, rule, tabNumber);
      const keep = () => keepHeld(lockName(`${upstream} ${rule}`, tabNumber));
      if (!unmounted) setPlace({ key, tabNumber, draft, keep, isShared });
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
