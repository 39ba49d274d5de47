import type { Operation } from "#contract/operation.ts";
import { productOperations } from "#contract/products.ts";
import type { Clock } from "#gateway/server/clock.ts";
import type { Ticket } from "./pace-requests.ts";
import { urgencies, type Urgency } from "./queue.ts";

/** One request to the upstream, shared by all its subscribers. */
export interface InFlightRequest {
  readonly ticket: Ticket;
  /** Aborted after the last subscriber has left. */
  readonly signal: AbortSignal;
  /** Marks the request as sent: its response may be older than writes that end from here on. */
  markSent(): void;
}

export interface Subscription<T> {
  readonly result: Promise<T>;
  /** To be called once, when the client disconnects. */
  unsubscribe(): void;
}

interface SharedRequest<T> {
  readonly ticket: Ticket;
  readonly controller: AbortController;
  readonly result: Promise<T>;
  /** The number of writes before it was sent; undefined while it waits in the queue. */
  sentAfterWrites: number | undefined;
  subscribers: number;
}

/** Identical reads in flight share one request; its response is not kept for later requests. */
export const createSharedReads = <T>() => {
  const inFlight = new Map<string, SharedRequest<T>>();
  let writes = 0;

  const remove = (key: string, request: SharedRequest<T>) => {
    if (inFlight.get(key) === request) inFlight.delete(key);
  };
  const start = (
    key: string,
    ticket: Ticket,
    send: (request: InFlightRequest) => Promise<T>,
  ): SharedRequest<T> => {
    const controller = new AbortController();
    const { signal } = controller;
    const markSent = () => {
      request.sentAfterWrites = writes;
    };
    // Called in the next microtask, so that `request` is initialized before `markSent` is called.
    const result = Promise.resolve().then(async () => send({ ticket, signal, markSent }));
    const request: SharedRequest<T> = {
      ticket,
      controller,
      result,
      sentAfterWrites: undefined,
      subscribers: 0,
    };
    const end = () => remove(key, request);
    result.then(end, end);
    inFlight.set(key, request);
    return request;
  };
  const findShared = (key: string, fresh: boolean): SharedRequest<T> | undefined => {
    const request = inFlight.get(key);
    if (request?.sentAfterWrites === undefined) return request;
    return fresh || request.sentAfterWrites !== writes ? undefined : request;
  };

  return {
    /** `fresh`: don't join a request that was already sent, whose response may be older than this subscription. */
    subscribe: (
      key: string,
      ticket: Ticket,
      send: (request: InFlightRequest) => Promise<T>,
      fresh = false,
    ): Subscription<T> => {
      const request = findShared(key, fresh) ?? start(key, ticket, send);
      request.subscribers += 1;
      request.ticket.urgency = moreUrgent(request.ticket.urgency, ticket.urgency);
      return {
        result: request.result,
        unsubscribe: () => {
          request.subscribers -= 1;
          if (request.subscribers > 0) return;
          remove(key, request);
          request.controller.abort();
        },
      };
    },
    /** To be called after a write: a read that was sent before shows the state before, and takes no new subscribers. */
    invalidate: (): void => {
      writes += 1;
    },
  };
};

const moreUrgent = (a: Urgency, b: Urgency): Urgency => urgencies[Math.min(a, b)] ?? a;

/** Several people read the same catalog, and each page of it costs half a second of the upstream's rate (api 8). */
const lifeMs = 60_000;
const mostBytes = 64 * 1024 * 1024;

/** Operations whose responses are cached: pages that this console never changes, so no write makes them stale early. */
const cached: ReadonlySet<Operation> = new Set([productOperations.listProductParents]);

export const isCached = (operation: Operation): boolean => cached.has(operation);

/** Whether the request bypasses the cache (RFC 9111, 5.2.1). */
export const wantsFresh = (cacheControl: string | undefined): boolean =>
  /(?:^|[\s,])(?:no-cache|no-store|max-age=0)(?:$|[\s,])/i.test(cacheControl ?? "");

/** Responses for equal requests within a minute; the oldest are dropped first. Their age counts from the request. */
export const createReadCache = <A extends { readonly text: string }>(clock: Clock) => {
  // In insertion order, so the oldest are first.
  const kept = new Map<
    string,
    { readonly answer: A; readonly askedAt: number; readonly bytes: number }
  >();
  let size = 0;
  let disarm: (() => void) | undefined;

  const drop = (key: string) => {
    size -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };
  const ageOf = ({ askedAt }: { readonly askedAt: number }) => clock.now() - askedAt;
  const dropOld = () => {
    for (const [key, one] of kept) if (ageOf(one) >= lifeMs || size > mostBytes) drop(key);
    disarm?.();
    disarm = kept.size === 0 ? undefined : clock.after(lifeMs, dropOld);
  };

  return {
    find: (key: string): { readonly answer: A; readonly ageMs: number } | undefined => {
      const one = kept.get(key);
      return one === undefined || ageOf(one) >= lifeMs
        ? undefined
        : { answer: one.answer, ageMs: ageOf(one) };
    },
    keep: (key: string, answer: A, askedAt: number): void => {
      // The largest memory that the text can take.
      const bytes = 2 * (key.length + answer.text.length);
      const before = kept.get(key);
      // A slow response is older than one with a later request.
      if (bytes > mostBytes || (before !== undefined && before.askedAt >= askedAt)) return;
      drop(key);
      kept.set(key, { answer, askedAt, bytes });
      size += bytes;
      dropOld();
    },
  };
};
