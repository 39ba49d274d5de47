import type { Clock } from "#gateway/server/clock.ts";
import { backgroundUrgency, createQueue, type Waiting } from "./queue.ts";

/**
 * The rolling window of one token, tracked on the gateway's side of the network (api 8): by this process alone
 * (`createSlots`), or by all gateways of a database (`createSharedSlots`).
 *
 * The upstream counts calls as they arrive, and a call arrives before the head of its response is seen here. A slot
 * that becomes free one window after that head therefore never puts more than `limit` arrivals into any window,
 * whatever the network's delays are. A call without a response may still be in transit when its socket is destroyed, so
 * its slot is held for the largest measured round trip as well.
 */
export interface Slots {
  isFree(): boolean;
  /** How many calls were sent and have no response head yet. */
  flying(): number;
  /** How many calls count toward the limit now. */
  used(): number;
  /** Calls `act` once, when a slot may be free; returns a function that cancels it. A response may free one earlier. */
  whenFree(act: () => void): () => void;
  take(): SlotInUse;
  /** The upstream asked for a pause: for slots that other processes take too. */
  pause(ms: number): void;
}

/** What the owner of slots is told about them. */
export interface SlotEvents {
  /** Another process was asked to pause. */
  paused(ms: number): void;
  /** For some time it was not possible to find out whether a slot is free. */
  unavailable(): void;
}

export interface SlotInUse {
  /** The response's head arrived. */
  answered(): void;
  /**
   * The call failed before a byte was sent. The slot is still held for one window, so that reconnects are limited too.
   */
  unsent(): void;
  /** The call was sent and its socket is destroyed. */
  lost(): void;
}

/** Timers and clocks are accurate to about a millisecond; the upstream's window may include its edge. */
const marginMs = 2;

/** Counts the calls under way, and says how long each holds its slot after its end: for both kinds of slots. */
export const trackCalls = (windowMs: number, clock: Clock) => {
  let flying = 0;
  let largestRoundTrip: number | undefined;

  /** `release` is called once, with the time until the slot is free. */
  const begin = (release: (ms: number) => void): SlotInUse => {
    const takenAt = clock.now();
    let inUse = true;
    flying += 1;
    const free = (extraMs: number) => {
      if (!inUse) return;
      inUse = false;
      flying -= 1;
      release(windowMs + marginMs + extraMs);
    };
    return {
      answered: () => {
        if (inUse) largestRoundTrip = Math.max(largestRoundTrip ?? 0, clock.now() - takenAt);
        free(0);
      },
      unsent: () => free(0),
      lost: () => free(largestRoundTrip ?? windowMs),
    };
  };
  return { flying: () => flying, begin };
};

const createSlots = (limit: number, windowMs: number, clock: Clock): Slots => {
  const { flying, begin } = trackCalls(windowMs, clock);
  let frees: number[] = [];

  const dropPast = () => {
    const now = clock.now();
    frees = frees.filter((at) => at > now);
  };

  return {
    isFree: () => {
      dropPast();
      return flying() + frees.length < limit;
    },
    flying,
    used: () => {
      dropPast();
      return flying() + frees.length;
    },
    whenFree: (act) => {
      if (flying() + frees.length < limit) return clock.after(0, act);
      // While all calls are under way, only a response can free a slot.
      if (frees.length === 0) return () => undefined;
      return clock.after(Math.max(0, Math.min(...frees) - clock.now()), act);
    },
    take: () =>
      begin((ms) => {
        if (Number.isFinite(limit)) frees.push(clock.now() + ms);
      }),
    pause: () => undefined,
  };
};

interface PacerOptions {
  /** Calls per rolling window that the upstream allows this token; 0: no limit. */
  readonly limit: number;
  readonly windowMs: number;
  readonly clock: Clock;
  /** The slots of the token, if other processes use them too. */
  readonly shareSlots?: ((events: SlotEvents) => Slots) | undefined;
}

/** A call's position in the queue; one ticket serves all its attempts. Its urgency may be raised while it waits. */
export type Ticket = Waiting;

/** Why a call was never sent. */
export type NotAdmitted =
  | "full"
  | "gone"
  | "closing"
  | "paused"
  | "token-refused"
  /** The database that counts the calls of all gateways is not responding. */
  | "not-counted";

type Admission =
  | { readonly kind: "turn"; readonly slot: SlotInUse }
  | { readonly kind: "not-admitted"; readonly why: NotAdmitted; readonly retryAfterMs: number };

type TokenVerdict = "unknown" | "good" | "refused";

/** The queue of one token. */
export interface Pacer {
  enter(ticket: Ticket): Promise<Admission>;
  /** No client waits for the call any more: it leaves the queue and uses no slot. */
  leave(ticket: Ticket): void;
  /** The upstream responded with 429: nothing is sent with this token before the time is over. */
  pause(ms: number): void;
  pausedMs(): number;
  /** The upstream refused the token itself: waiting calls would be refused too. */
  refuseToken(): void;
  /** The upstream answered a call with this token: with data, or it refused something else than the token. */
  answer(hasData: boolean): void;
  verdict(): TokenVerdict;
  waiting(): number[];
  /** How many calls count toward the limit now. */
  used(): number;
  /** Sends nothing more; waiting calls are refused. */
  close(): void;
}

/** How many calls may wait for one token, in total and for one signed-in person. */
const queueCaps = { total: 200, person: 20 } as const;

/** A longer pause is answered at once, because a page can't wait that long (api 8 names 16 s). */
export const longestPauseWaited = 16_000;

/** When a client may try again whose call could not be counted. */
const countAgainMs = 5_000;

/** For this time after a refusal, background work does not try the token again; a person's click always does. */
const refusedTokenRestMs = 30_000;

/** Limits one token's calls to the rate that the upstream allows, the most urgent first. */
export const createPacer = ({ limit, windowMs, clock, shareSlots }: PacerOptions): Pacer => {
  const queue = createQueue();
  const admits = new Map<Ticket, (admission: Admission) => void>();
  let pausedUntil = 0;
  let verdict: TokenVerdict = "unknown";
  let refusedAt = 0;
  let closed = false;
  let disarm: (() => void) | undefined;

  const admitTicket = (ticket: Ticket, admission: Admission) => {
    const admit = admits.get(ticket);
    admits.delete(ticket);
    admit?.(admission);
  };
  const turnAway = (ticket: Ticket, why: NotAdmitted, retryAfterMs = windowMs) => {
    queue.remove(ticket);
    admitTicket(ticket, { kind: "not-admitted", why, retryAfterMs });
  };
  const turnAllAway = (why: NotAdmitted, retryAfterMs?: number) => {
    for (const ticket of queue.clear()) turnAway(ticket, why, retryAfterMs);
  };

  const pausedMs = () => Math.max(0, pausedUntil - clock.now());
  /** Only one call at a time tries a refused token, so that many waiting calls cost one refusal. */
  const mayGo = () =>
    pausedMs() === 0 && slots.isFree() && (verdict !== "refused" || slots.flying() === 0);

  const pump = () => {
    while (queue.size() > 0 && mayGo()) {
      const ticket = queue.next();
      if (ticket !== undefined) admitTicket(ticket, { kind: "turn", slot: watched(slots.take()) });
    }
    arm();
  };
  const arm = () => {
    disarm?.();
    disarm = undefined;
    // With a refused token, only the response of the call that tries it can make a turn.
    if (queue.size() === 0 || (verdict === "refused" && slots.flying() > 0)) return;
    const wait = pausedMs();
    disarm = wait > 0 ? clock.after(wait, pump) : slots.whenFree(pump);
  };
  const rest = (ms: number) => {
    pausedUntil = Math.max(pausedUntil, clock.now() + ms);
    if (pausedMs() > longestPauseWaited) turnAllAway("paused", pausedMs());
    arm();
  };
  const slots =
    limit === 0 || shareSlots === undefined
      ? createSlots(limit === 0 ? Number.POSITIVE_INFINITY : limit, windowMs, clock)
      : shareSlots({
          paused: rest,
          unavailable: () => {
            turnAllAway("not-counted", countAgainMs);
            arm();
          },
        });
  const watched = (slot: SlotInUse): SlotInUse => {
    const thenPump = (end: () => void) => () => {
      end();
      pump();
    };
    return {
      answered: thenPump(slot.answered),
      unsent: thenPump(slot.unsent),
      lost: thenPump(slot.lost),
    };
  };

  const drainMs = () => Math.ceil(queue.size() / Math.max(1, limit)) * windowMs;
  const whyNot = (ticket: Ticket): { why: NotAdmitted; retryAfterMs: number } | undefined => {
    if (closed) return { why: "closing", retryAfterMs: windowMs };
    if (pausedMs() > longestPauseWaited) return { why: "paused", retryAfterMs: pausedMs() };
    const rested = clock.now() - refusedAt >= refusedTokenRestMs;
    if (verdict === "refused" && ticket.urgency >= backgroundUrgency && !rested)
      return { why: "token-refused", retryAfterMs: refusedTokenRestMs };
    if (ticket.person !== undefined && queue.sizeOf(ticket.person) >= queueCaps.person)
      return { why: "full", retryAfterMs: drainMs() };
    return queue.size() >= queueCaps.total && !makeRoomFor(ticket)
      ? { why: "full", retryAfterMs: drainMs() }
      : undefined;
  };
  const makeRoomFor = (ticket: Ticket): boolean => {
    const yielded = ticket.urgency < backgroundUrgency ? queue.yieldBackground() : undefined;
    if (yielded !== undefined) turnAway(yielded, "full", drainMs());
    return yielded !== undefined;
  };

  return {
    enter: async (ticket) => {
      const refusal = whyNot(ticket);
      if (refusal !== undefined) return { kind: "not-admitted", ...refusal };
      return new Promise<Admission>((admit) => {
        admits.set(ticket, admit);
        queue.add(ticket);
        pump();
      });
    },
    leave: (ticket) => {
      turnAway(ticket, "gone");
      arm();
    },
    pause: (ms) => {
      slots.pause(ms);
      rest(ms);
    },
    pausedMs,
    refuseToken: () => {
      verdict = "refused";
      refusedAt = clock.now();
      turnAllAway("token-refused", refusedTokenRestMs);
      arm();
    },
    answer: (hasData) => {
      if (hasData) verdict = "good";
      else if (verdict === "refused") verdict = "unknown";
      pump();
    },
    verdict: () => verdict,
    waiting: () => queue.lanes(),
    used: () => slots.used(),
    close: () => {
      closed = true;
      turnAllAway("closing");
      arm();
    },
  };
};
