import type { Ticket } from "./pace-requests.ts";
import { type Urgency, urgencies } from "./read-priority.ts";

/** One call in progress, shared by equal requests. */
export interface Flight {
  readonly ticket: Ticket;
  /** Aborted when no request waits for it. */
  readonly gone: AbortSignal;
  /** The call leaves the queue now: what it reads may be older than writes that end from here on. */
  departed(): void;
}

export interface Seat<T> {
  readonly result: Promise<T>;
  /** The client has disconnected. */
  leave(): void;
}

export interface SharedReads<T> {
  /** `anew`: don't join a call in progress, whose response may be older than this request. */
  join(key: string, ticket: Ticket, fly: (flight: Flight) => Promise<T>, anew?: boolean): Seat<T>;
  /** A write has ended: a read that departed before shows the state before, and serves no later asker. */
  wrote(): void;
}

interface Aloft<T> {
  readonly ticket: Ticket;
  readonly gone: AbortController;
  readonly result: Promise<T>;
  departedIn: number | undefined;
  passengers: number;
}

/** Identical reads in progress share one call; its response is not kept for later requests. */
export const createSharedReads = <T>(): SharedReads<T> => {
  const aloft = new Map<string, Aloft<T>>();
  let generation = 0;

  const land = (key: string, one: Aloft<T>) => {
    if (aloft.get(key) === one) aloft.delete(key);
  };
  const launch = (key: string, ticket: Ticket, fly: (flight: Flight) => Promise<T>): Aloft<T> => {
    const gone = new AbortController();
    const departed = () => {
      one.departedIn = generation;
    };
    // The flight starts a moment later, so that `one` exists when it departs.
    const result = Promise.resolve().then(async () => fly({ ticket, gone: gone.signal, departed }));
    const one: Aloft<T> = { ticket, gone, result, departedIn: undefined, passengers: 0 };
    const end = () => land(key, one);
    result.then(end, end);
    aloft.set(key, one);
    return one;
  };
  const sharedFlight = (key: string, anew: boolean): Aloft<T> | undefined => {
    const one = aloft.get(key);
    if (anew && one?.departedIn !== undefined) return undefined;
    return one === undefined || (one.departedIn ?? generation) !== generation ? undefined : one;
  };

  return {
    join: (key, ticket, fly, anew = false) => {
      const one = sharedFlight(key, anew) ?? launch(key, ticket, fly);
      one.passengers += 1;
      one.ticket.urgency = moreUrgent(one.ticket.urgency, ticket.urgency);
      return {
        result: one.result,
        leave: () => {
          one.passengers -= 1;
          if (one.passengers > 0) return;
          land(key, one);
          one.gone.abort();
        },
      };
    },
    wrote: () => {
      generation += 1;
    },
  };
};

const moreUrgent = (a: Urgency, b: Urgency): Urgency => urgencies[Math.min(a, b)] ?? a;
