import type { Clock } from "#gateway/server/clock.ts";
import { createSlots, type SlotEvents, type SlotInUse, type Slots } from "./count-slots.ts";
import { backgroundUrgency } from "./read-priority.ts";
import { createWaitingLine, type Waiting } from "./queue.ts";

export interface PacerOptions {
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

export type Admission =
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
export const queueCaps = { total: 200, person: 20 } as const;

/** A longer pause is answered at once, because a page can't wait that long (api 8 names 16 s). */
export const longestPauseWaited = 16_000;

/** When a client may try again whose call could not be counted. */
const countAgainMs = 5_000;

/** For this time after a refusal, background work does not try the token again; a person's click always does. */
const refusedTokenRestMs = 30_000;

/** Limits one token's calls to the rate that the upstream allows, the most urgent first. */
export const createPacer = ({ limit, windowMs, clock, shareSlots }: PacerOptions): Pacer => {
  const line = createWaitingLine<Ticket>();
  const admits = new Map<Ticket, (admission: Admission) => void>();
  let pausedUntil = 0;
  let verdict: TokenVerdict = "unknown";
  let refusedAt = 0;
  let closed = false;
  let disarm: (() => void) | undefined;

  const settle = (ticket: Ticket, admission: Admission) => {
    const admit = admits.get(ticket);
    admits.delete(ticket);
    admit?.(admission);
  };
  const turnAway = (ticket: Ticket, why: NotAdmitted, retryAfterMs = windowMs) => {
    line.remove(ticket);
    settle(ticket, { kind: "not-admitted", why, retryAfterMs });
  };
  const turnAllAway = (why: NotAdmitted, retryAfterMs?: number) => {
    for (const ticket of line.clear()) turnAway(ticket, why, retryAfterMs);
  };

  const pausedMs = () => Math.max(0, pausedUntil - clock.now());
  /** Only one call at a time tries a refused token, so that many waiting calls cost one refusal. */
  const mayGo = () =>
    pausedMs() === 0 && slots.isFree() && (verdict !== "refused" || slots.flying() === 0);

  const pump = () => {
    while (line.size() > 0 && mayGo()) {
      const ticket = line.next();
      if (ticket !== undefined) settle(ticket, { kind: "turn", slot: watched(slots.take()) });
    }
    arm();
  };
  const arm = () => {
    disarm?.();
    disarm = undefined;
    // With a refused token, only the response of the call that tries it can make a turn.
    if (line.size() === 0 || (verdict === "refused" && slots.flying() > 0)) return;
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
  const watched = (slot: SlotInUse): SlotInUse => ({
    answered: () => {
      slot.answered();
      pump();
    },
    unsent: () => {
      slot.unsent();
      pump();
    },
    lost: () => {
      slot.lost();
      pump();
    },
  });

  const drainMs = () => Math.ceil(line.size() / Math.max(1, limit)) * windowMs;
  const whyNot = (ticket: Ticket): { why: NotAdmitted; retryAfterMs: number } | undefined => {
    if (closed) return { why: "closing", retryAfterMs: windowMs };
    if (pausedMs() > longestPauseWaited) return { why: "paused", retryAfterMs: pausedMs() };
    const rested = clock.now() - refusedAt >= refusedTokenRestMs;
    if (verdict === "refused" && ticket.urgency >= backgroundUrgency && !rested)
      return { why: "token-refused", retryAfterMs: refusedTokenRestMs };
    if (ticket.person !== undefined && line.sizeOf(ticket.person) >= queueCaps.person)
      return { why: "full", retryAfterMs: drainMs() };
    return line.size() >= queueCaps.total && !makeRoomFor(ticket)
      ? { why: "full", retryAfterMs: drainMs() }
      : undefined;
  };
  const makeRoomFor = (ticket: Ticket): boolean => {
    const yielded = ticket.urgency < backgroundUrgency ? line.yieldBackground() : undefined;
    if (yielded !== undefined) turnAway(yielded, "full", drainMs());
    return yielded !== undefined;
  };

  return {
    enter: async (ticket) => {
      const refusal = whyNot(ticket);
      if (refusal !== undefined) return { kind: "not-admitted", ...refusal };
      return new Promise<Admission>((admit) => {
        admits.set(ticket, admit);
        line.add(ticket);
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
    waiting: () => line.lanes(),
    used: () => slots.used(),
    close: () => {
      closed = true;
      turnAllAway("closing");
      arm();
    },
  };
};
