/*
 * Two tabs on one rule: each has a place of its own for its draft, so that neither writes over the other's. The browser's
 * locks (Web Locks) tell which places are taken; they end with the tab, also with one that crashed.
 */

/** A tab's place for one rule, from 1. A second tab has place 2. */
export interface RuleSlot {
  readonly slot: number;
  /** Gives the place up; a screen that comes back at once finds it free. */
  readonly release: () => void;
}

interface Held {
  inUse: boolean;
  readonly end: () => void;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const held = new Map<string, Held>();
const lockName = (rule: string, slot: number): string => `supercargo ${rule} ${slot}`;
/** Longer than it takes from one screen to the next. */
const lingerMs = 1_000;

const occupy = (name: string, slot: number, mine: Held): RuleSlot => {
  mine.inUse = true;
  clearTimeout(mine.timer);
  return {
    slot,
    release: () => {
      mine.inUse = false;
      mine.timer = setTimeout(() => {
        held.delete(name);
        mine.end();
      }, lingerMs);
    },
  };
};

/** A page that is being loaded anew may find that its lock is about to be given up by the page it was. */
const reloadMs = 600;

/** Takes the lock until the returned function is called; undefined where another tab has it and keeps it. */
const take = (
  locks: LockManager,
  name: string,
  options: LockOptions,
): Promise<(() => void) | undefined> =>
  new Promise((resolve) => {
    const asked = locks.request(name, options, (lock) => {
      if (!lock) return resolve(undefined);
      return new Promise<void>((end) => resolve(end));
    });
    asked.catch((error: unknown) => {
      const waited = error instanceof DOMException && error.name === "TimeoutError";
      resolve(waited ? undefined : () => undefined);
    });
  });

const takeSoon = async (locks: LockManager, name: string, slot: number) => {
  const end = await take(locks, name, { ifAvailable: true });
  return end || slot > 1 ? end : take(locks, name, { signal: AbortSignal.timeout(reloadMs) });
};

/** More tabs than anybody opens on one rule; beyond that the last place is shared. */
const maxSlots = 9;

const claim = async (rule: string): Promise<RuleSlot> => {
  const { locks } = navigator as { locks?: LockManager };
  for (let slot = 1; locks && slot <= maxSlots; slot++) {
    const name = lockName(rule, slot);
    const here = held.get(name);
    if (here && !here.inUse) return occupy(name, slot, here);
    if (here) continue;
    const end = await takeSoon(locks, name, slot);
    if (!end) continue;
    const mine: Held = { inUse: true, end, timer: undefined };
    held.set(name, mine);
    return occupy(name, slot, mine);
  }
  return { slot: 1, release: () => undefined };
};

let claims: Promise<unknown> = Promise.resolve();

/**
 * Claims the first free place. Where the browser has no locks (an address without TLS), everybody has the first. One claim
 * after another: a screen that comes twice at once would else find its own place taken.
 */
export const claimSlot = (rule: string): Promise<RuleSlot> => {
  const mine = claims.then(() => claim(rule));
  claims = mine.catch(() => undefined);
  return mine;
};

/** The places of a rule that no tab has: what was left there belongs to nobody now. */
export const freeSlots = async (rule: string): Promise<readonly number[]> => {
  const { locks } = navigator as { locks?: LockManager };
  const taken = new Set((await locks?.query())?.held?.map(({ name }) => name));
  return Array.from({ length: maxSlots }, (_, at) => at + 1).filter(
    (slot) => !taken.has(lockName(rule, slot)),
  );
};
