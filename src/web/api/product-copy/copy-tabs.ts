import type { CopyCommand, CopyState } from "./copy-state.ts";
import type { CopyStore } from "./copy-store.ts";

/** Messages between the workers of tabs that have the same copy open. */
export type CopyNotice =
  /** Records changed; each tab reads the changes from the store. */
  | { readonly kind: "changed"; readonly state: CopyState }
  | { readonly kind: "state"; readonly state: CopyState }
  /** A command for the tab that requests from the upstream. */
  | { readonly kind: "command"; readonly command: CopyCommand }
  | { readonly kind: "seen" }
  | { readonly kind: "hello" }
  | { readonly kind: "forgotten" };

/** Opens a channel between the tabs; without a name it has no listeners. */
export const openNotices = (copy: string | undefined) => {
  const channel =
    copy === undefined ? undefined : new BroadcastChannel(`supercargo-products:${copy}`);
  return {
    post: (notice: CopyNotice) => channel?.postMessage(notice),
    listen: (listener: (notice: CopyNotice) => void) =>
      channel?.addEventListener("message", ({ data }: MessageEvent<CopyNotice>) => listener(data)),
  };
};

const leaseMs = 15_000;
const renewMs = 5_000;

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });

interface Lead {
  readonly name: string;
  readonly store: CopyStore;
  /** Ends the wait and the lead. */
  readonly signal: AbortSignal;
  /** Whether the leading tab responds in time. */
  readonly isLed: () => Promise<boolean>;
  readonly onFollow: () => void;
  readonly run: (signal: AbortSignal) => Promise<void>;
}

const holdByLock = async (locks: LockManager, { name, signal, onFollow, run }: Lead) => {
  const had = await locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await run(signal);
    return lock !== null;
  });
  if (had || signal.aborted) return;
  onFollow();
  await locks.request(name, { signal }, () => run(signal));
};

/** Without TLS there are no Web Locks: the lead is a lease in the database that is renewed while it is held. */
const holdByLease = async ({ store, signal, isLed, onFollow, run }: Lead) => {
  const holder = crypto.getRandomValues(new Uint32Array(4)).join("-");
  const take = (at = Date.now()) =>
    store.lease(holder, at, Date.now() + leaseMs).catch(() => false);
  while (!signal.aborted) {
    if (!(await take())) {
      onFollow();
      // A closed or reloaded tab still holds its lease for a while but does not respond.
      const left = !(await isLed());
      if (signal.aborted) return;
      if (!left || !(await take(Number.POSITIVE_INFINITY))) {
        await pause(renewMs, signal);
        continue;
      }
    }
    const lost = new AbortController();
    const both = AbortSignal.any([signal, lost.signal]);
    const running = run(both);
    while (!both.aborted) {
      await pause(renewMs, both);
      if (!both.aborted && !(await take())) lost.abort();
    }
    await running;
  }
};

/** Runs `run` in one tab of this browser at a time; when that tab closes, another takes over. */
export const holdLead = async (lead: Lead): Promise<void> => {
  const locks = (navigator as { locks?: LockManager }).locks;
  const holding =
    lead.store.kind === "memory"
      ? lead.run(lead.signal)
      : locks
        ? holdByLock(locks, lead)
        : holdByLease(lead);
  await holding.catch((error: unknown) => {
    if (!lead.signal.aborted) throw error;
  });
};
