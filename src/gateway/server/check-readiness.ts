import type { Clock } from "./clock.ts";

export interface Readiness {
  isReady(): Promise<boolean>;
}

interface ReadinessOptions {
  readonly clock: Clock;
  /** Sends a request to the upstream; true when it responds. */
  readonly probe: () => Promise<boolean>;
  /** When the upstream last responded to another call, on the same clock. */
  readonly lastAnsweredAt: () => number | undefined;
}

/** How long one result is reused: probes cost requests, and the API allows two a second. */
const holdsMs = 10_000;

/** A probe in a long queue proves nothing about the upstream, but the caller needs a response now. */
const probeMs = 5_000;

/** Whether the upstream responds. Checked at most every ten seconds, and not while other calls show it. */
export const createReadiness = ({ clock, probe, lastAnsweredAt }: ReadinessOptions): Readiness => {
  let lastCheck: { readonly at: number; readonly answer: Promise<boolean> } | undefined;

  const isRecent = (at: number | undefined) => at !== undefined && clock.now() - at < holdsMs;
  const check = async () =>
    new Promise<boolean>((resolve) => {
      clock.after(probeMs, () => resolve(false));
      probe().then(resolve, () => resolve(false));
    });

  return {
    isReady: async () => {
      if (isRecent(lastAnsweredAt())) return true;
      if (!isRecent(lastCheck?.at)) lastCheck = { at: clock.now(), answer: check() };
      return lastCheck?.answer ?? false;
    },
  };
};
