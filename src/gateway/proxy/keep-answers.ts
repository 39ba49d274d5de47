import { productOperations } from "#contract/products.ts";
import type { Operation } from "#contract/operation.ts";
import type { WrittenAnswer } from "#gateway/server/answer-request.ts";
import type { Clock } from "#gateway/server/clock.ts";

/** A response with its age: milliseconds since the request to the upstream. */
interface Found {
  readonly answer: WrittenAnswer;
  readonly ageMs: number;
}

export interface KeptAnswers {
  find(key: string): Found | undefined;
  /** `askedAt`: time of the request to the upstream, on the keeper's clock. */
  keep(key: string, answer: WrittenAnswer, askedAt: number): void;
  /** The size of the kept responses in bytes. */
  size(): number;
}

export interface KeepingOptions {
  readonly clock: Clock;
  readonly lifeMs?: number;
  readonly mostBytes?: number;
}

/** Several people read the same catalog, and each page of it costs half a second of the upstream's rate (api 8). */
const defaults = { lifeMs: 60_000, mostBytes: 64 * 1024 * 1024 } as const;

/** Operations whose responses are cached: pages that this console never changes, so no write makes them stale early. */
const keptOperations: ReadonlySet<Operation> = new Set([productOperations.listProductParents]);

export const isKept = (operation: Operation): boolean => keptOperations.has(operation);

/** Whether the request bypasses the cache (RFC 9111, 5.2.1). */
export const wantsFresh = (cacheControl: string | undefined): boolean =>
  /(?:^|[\s,])(?:no-cache|no-store|max-age=0)(?:$|[\s,])/i.test(cacheControl ?? "");

interface Kept {
  readonly answer: WrittenAnswer;
  readonly askedAt: number;
  readonly bytes: number;
}

/** The largest memory that the text can take. */
const bytesOf = (key: string, { text }: WrittenAnswer): number => 2 * (key.length + text.length);

/** Cached responses for equal requests within a minute; the oldest are dropped first. */
export const createKeptAnswers = ({
  clock,
  lifeMs = defaults.lifeMs,
  mostBytes = defaults.mostBytes,
}: KeepingOptions): KeptAnswers => {
  // In insertion order, so the oldest are first.
  const kept = new Map<string, Kept>();
  let size = 0;
  let disarm: (() => void) | undefined;

  const drop = (key: string) => {
    size -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };
  const isOver = ({ askedAt }: Kept) => clock.now() - askedAt >= lifeMs;
  const dropPast = () => {
    for (const [key, one] of kept) if (isOver(one) || size > mostBytes) drop(key);
    disarm?.();
    disarm = kept.size === 0 ? undefined : clock.after(lifeMs, dropPast);
  };

  return {
    find: (key) => {
      const one = kept.get(key);
      return one === undefined || isOver(one)
        ? undefined
        : { answer: one.answer, ageMs: clock.now() - one.askedAt };
    },
    keep: (key, answer, askedAt) => {
      const bytes = bytesOf(key, answer);
      const before = kept.get(key);
      // A slow response is older than one with a later request.
      if (bytes > mostBytes || (before !== undefined && before.askedAt >= askedAt)) return;
      drop(key);
      kept.set(key, { answer, askedAt, bytes });
      size += bytes;
      dropPast();
    },
    size: () => size,
  };
};
