import { createStore, del, get, set, type UseStore } from "idb-keyval";
import { useEffect, useState } from "react";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { Builder } from "#rule-model/builder.ts";
import { nameUpstream } from "#web/base/page-state.ts";
import { personalKey } from "#web/base/session.ts";
import { type Release, takeLock } from "#web/base/take-lock.ts";
import { createValueStore, type ValueStore } from "#web/base/value-store.ts";
import { readDraft, writeDraft } from "#web/editing/draft.ts";
import { type RuleSaving, unanswered } from "./rule-saving.ts";

/** The user's text in the JSON view, and the rule's own text when typing started. */
export interface TypedJson {
  readonly text: string;
  readonly over: string;
}

/** Unsaved changes, with the version they are based on. */
export interface StoredDraft {
  readonly base: UpdateOrCreateMappingRule;
  readonly mine: UpdateOrCreateMappingRule;
  /** The request that was sent without an answer yet: it may be saved. */
  readonly sent?: UpdateOrCreateMappingRule | undefined;
  /** The IDs of equal rules that were known before it was sent to be created. */
  readonly twins?: readonly number[] | undefined;
  /** When it was sent, in milliseconds since 1970. */
  readonly sentAt?: number | undefined;
  /** JSON that is not applied to the rule yet. */
  readonly typed?: TypedJson | undefined;
  /** When, in milliseconds. */
  readonly at: number;
}

export interface DraftStorage {
  readonly read: (key: string) => Promise<StoredDraft | undefined>;
  /** Rejects where this browser stores nothing. */
  readonly write: (key: string, draft: StoredDraft) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
  /** Stores it synchronously: for a page that is closing, where anything slower may not finish. */
  readonly writeAtOnce: (key: string, draft: StoredDraft) => void;
}

let store: UseStore | undefined;
const drafts = (): UseStore => (store ??= createStore("supercargo-rule-drafts", "drafts"));

/**
 * The key of the synchronous copy, which is in small storage: it covers changes not written in time, and is deleted
 * once they are.
 */
const syncKey = (key: string): string => `rule.${key}`;

/** How often this page has written the synchronous copy of a key. */
const copies = new Map<string, number>();

/**
 * The key of a deletion's time, in small storage too: a page that closes in the middle of a deletion would otherwise
 * bring back what a person has just discarded.
 */
const removedKey = (key: string): string => `rule-removed.${key}`;

const later = (
  one: StoredDraft | undefined,
  other: StoredDraft | undefined,
): StoredDraft | undefined => ((one?.at ?? 0) >= (other?.at ?? 0) ? one : other);

/** The stored draft; undefined where the browser refuses, which it may do as early as when its storage is opened. */
const stored = async (key: string): Promise<StoredDraft | undefined> => {
  try {
    return await get<StoredDraft>(personalKey(key), drafts());
  } catch {
    return undefined;
  }
};

/** When the draft was deleted (milliseconds since 1970), while the deletion may not have finished. */
const removedAt = (key: string): number =>
  readDraft<number>(removedKey(key))?.value ?? Number.NEGATIVE_INFINITY;

export const browserDrafts: DraftStorage = {
  read: async (key) => {
    const latest = later(await stored(key), readDraft<StoredDraft>(syncKey(key))?.value);
    return latest && latest.at > removedAt(key) ? latest : undefined;
  },
  write: async (key, draft) => {
    const before = copies.get(key);
    await set(personalKey(key), draft, drafts());
    // A later change may have been copied while this write was under way.
    if (copies.get(key) === before) writeDraft(syncKey(key), undefined);
    // A deletion that began after this write is still running.
    if (removedAt(key) < draft.at) writeDraft(removedKey(key), undefined);
  },
  remove: async (key) => {
    writeDraft(removedKey(key), Date.now());
    writeDraft(syncKey(key), undefined);
    await del(personalKey(key), drafts());
    writeDraft(removedKey(key), undefined);
  },
  writeAtOnce: (key, draft) => {
    copies.set(key, (copies.get(key) ?? 0) + 1);
    writeDraft(syncKey(key), draft);
    writeDraft(removedKey(key), undefined);
  },
};

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

/** Whether this browser has stored the latest changes. */
export type KeeperState =
  | { readonly kind: "none" }
  /** The latest changes are not in this browser's storage yet. */
  | { readonly kind: "saving" }
  /** The latest changes are stored, since `at` (milliseconds since 1970). */
  | { readonly kind: "saved"; readonly at: number }
  /** This browser stores no draft: a private window, a full disk. */
  | { readonly kind: "refused" };

/** Stores the changes of an open rule in this browser until they are saved. */
export interface DraftKeeper {
  readonly state: Pick<ValueStore<KeeperState>, "get" | "subscribe">;
  readonly key: () => string;
  /** Starts; returns a function that stops it and stores the latest changes. */
  readonly attach: () => () => void;
  /** Stores the draft under another key from now on, and deletes it under the one before. */
  readonly moveTo: (key: string) => void;
}

/** The pause in typing before a write, and the longest time without a write. */
const pauseMs = 400;
const longestMs = 1_000;

/** The JSON that is not applied to the rule yet. */
type TypedStore = Pick<ValueStore<TypedJson | undefined>, "get" | "subscribe">;

interface Options {
  readonly typed?: TypedStore;
  readonly clock?: () => number;
}

/** Creates the keeper of one rule's draft. */
export const createDraftKeeper = (
  { draft, trees }: Pick<Builder, "draft" | "trees">,
  saving: Pick<RuleSaving, "state">,
  storage: DraftStorage,
  firstKey: string,
  { typed = createValueStore<TypedJson | undefined>(undefined), clock = Date.now }: Options = {},
): DraftKeeper => {
  const state = createValueStore<KeeperState>({ kind: "none" });
  let key = firstKey;
  /** Counts the changes: the result of an earlier write does not apply to the latest change. */
  let changeCount = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitingSince: number | undefined;
  /** True if an outdated draft may be stored. */
  let mayBeStored = true;

  const now = (): StoredDraft => {
    const { base, phase } = saving.state.get();
    const sent = unanswered(phase);
    return {
      base,
      mine: trees.mappingRule(),
      sent: sent?.drafted,
      twins: sent?.twins,
      sentAt: sent?.sentAt,
      typed: typed.get(),
      at: clock(),
    };
  };
  /**
   * A request without an answer is stored also where nothing is changed, as for a copy: the next page must not treat it
   * as unsent, or the rule would be created twice.
   */
  const hasContent = (): boolean => {
    const { dirty, phase } = saving.state.get();
    return dirty || unanswered(phase) !== undefined || typed.get() !== undefined;
  };
  const rest = () => {
    clearTimeout(timer);
    timer = undefined;
    waitingSince = undefined;
  };
  const write = () => {
    rest();
    const one = now();
    const written = changeCount;
    mayBeStored = true;
    const report = (outcome: KeeperState) => {
      if (written === changeCount) state.set(outcome);
    };
    storage.write(key, one).then(
      () => report({ kind: "saved", at: one.at }),
      () => report({ kind: "refused" }),
    );
  };
  const remove = () => {
    rest();
    changeCount += 1;
    if (state.get().kind !== "none") state.set({ kind: "none" });
    if (!mayBeStored) return;
    mayBeStored = false;
    // If the deletion fails, the draft is dropped when it is read, since it equals the rule.
    void storage.remove(key).catch(() => undefined);
  };
  const changed = () => {
    if (!hasContent()) return remove();
    changeCount += 1;
    // After a refusal, the state stays `refused` until a write succeeds.
    if (["none", "saved"].includes(state.get().kind)) state.set({ kind: "saving" });
    const at = clock();
    waitingSince ??= at;
    clearTimeout(timer);
    timer = setTimeout(write, Math.max(0, Math.min(pauseMs, waitingSince + longestMs - at)));
  };
  const keepAtOnce = () => {
    storage.writeAtOnce(key, now());
    write();
  };
  const flush = () => {
    // A page that closes may also end a write that has begun.
    const isStored = timer === undefined && state.get().kind !== "saving";
    if (!isStored && hasContent()) keepAtOnce();
  };
  const whenHidden = () => {
    if (document.visibilityState === "hidden") flush();
  };

  return {
    state,
    key: () => key,
    moveTo: (next) => {
      if (next === key) return;
      void storage.remove(key).catch(() => undefined);
      key = next;
      mayBeStored = true;
      changed();
    },
    attach: () => {
      let { dirty, base, phase } = saving.state.get();
      const leave = [
        draft.watch(changed),
        typed.subscribe(changed),
        saving.state.subscribe(() => {
          const next = saving.state.get();
          const sent = unanswered(next.phase);
          if (next.phase.kind === "sending" && next.phase !== phase) keepAtOnce();
          else if (next.dirty !== dirty || next.base !== base || sent !== unanswered(phase))
            changed();
          ({ dirty, base, phase } = next);
        }),
      ];
      window.addEventListener("pagehide", flush);
      document.addEventListener("visibilitychange", whenHidden);
      // Without content, a stored draft equals the API's version, and is deleted.
      changed();
      return () => {
        flush();
        rest();
        for (const stop of leave) stop();
        window.removeEventListener("pagehide", flush);
        document.removeEventListener("visibilitychange", whenHidden);
      };
    },
  };
};
