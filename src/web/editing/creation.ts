import { readTime } from "#contract/read-time.ts";
import { type Sending, toSending } from "#web/api/call.ts";
import { ApiError, mayHaveHappened } from "#web/base/api-error.ts";
import { type Release, takeLock } from "#web/base/take-lock.ts";
import { type DraftPlace, readDraft, watchDraft, writeDraft } from "./draft.ts";
import type { Texts } from "./field-draft.ts";
import type { SavePlan } from "./save-machine.ts";

/** More than the clocks and time zones of a browser and an API differ: two days, in ms. */
const marginMs = 2 * 24 * 60 * 60 * 1_000;

/**
 * Whether a record can't be what a request of this time (milliseconds since 1970) has created: the API says that it was
 * created long before. Where the API gives no time, or the request has none, nothing is known.
 */
export const existedBefore = (
  { createdAt }: { readonly createdAt?: string | null | undefined },
  sentAt: number | undefined,
): boolean => readTime(createdAt) < (sentAt ?? Number.NaN) - marginMs;

/** A created record: its ID, and its name within a sentence. */
export interface Made {
  readonly id: number;
  readonly name: string;
}

/**
 * A request that creates a record. It is stored before it is sent, until its result is known: neither a reload nor
 * leaving the form forgets it.
 */
export interface Creation<F extends string> {
  readonly texts: Texts<F>;
  /** Its Idempotency-Key: the gateway sends on at most one of the requests with the same key and body. */
  readonly key: string;
  /** The IDs of equal records that were known before. */
  readonly twins: readonly number[];
  /** When it was first sent, in milliseconds since 1970. */
  readonly sentAt: number;
  /** Whether an earlier request had the same key, and no known result. */
  readonly repeats: boolean;
  /** Whether a check didn't find the record: the person may send another request. */
  readonly missed: boolean;
  /** Why its response didn't arrive; missing while it may still arrive, and if its page was closed. */
  readonly why?: string;
}

/** How a resource creates a record and finds it again. `R`: a record of its list. */
export interface Creating<F extends string, R> {
  /** Sends the request, and puts the response into the cache. */
  readonly make: (texts: Texts<F>, sending: Sending) => Promise<Made>;
  /** Loads the records of the list, `cut` if not all of them. Rejects with status 404, 405 or 501 where the API can't. */
  readonly list: () => Promise<{ readonly value: readonly R[]; readonly cut?: boolean }>;
  /** The records that are in the cache. */
  readonly known: () => readonly R[];
  /** Whether a record is what the texts create. */
  readonly equals: (record: R, texts: Texts<F>) => boolean;
  /** Puts a record of the list into the cache. */
  readonly take: (record: R) => Made;
}

/** A record of a list, as far as it says whether it is the created one. */
export interface Listed {
  readonly id?: number | null | undefined;
  readonly createdAt?: string | null | undefined;
}

type Keyed = Pick<Creation<string>, "key">;

/** The locks of the requests that this tab is sending, by their keys: other tabs wait for the result. */
const held = new Map<string, Release>();
const lockName = ({ key }: Keyed): string => `supercargo creating ${key}`;

const holdLock = async (creation: Keyed): Promise<void> => {
  if (held.has(creation.key)) return;
  const release = await takeLock(lockName(creation));
  if (release) held.set(creation.key, release);
};

const releaseLock = ({ key }: Keyed): void => {
  void held.get(key)?.();
  held.delete(key);
};

/** Resolves when no tab is sending a request, or its tab is closed. Without locks in the browser, at once. */
export const whenNotSending = async (creation: Keyed, signal: AbortSignal): Promise<void> => {
  const release = await takeLock(lockName(creation), { signal });
  await release?.();
};

/** Why a stored request has no response; undefined if its page was closed. */
export const whyUnanswered = ({ why }: Creation<string>): ApiError | undefined =>
  why === undefined ? undefined : new ApiError(why, { status: 504, outcome: "unknown" });

/** The stored request of a form whose result is not known. */
export const creationStore = <F extends string>(key: string, place: DraftPlace) => {
  const read = () => readDraft<Creation<F>>(key, place)?.value;
  const keep = (creation: Creation<F> | undefined) => void writeDraft(key, creation, place);
  return {
    read,
    keep,
    /** Calls back when another tab has changed it. */
    watch: (listener: () => void) => watchDraft(key, listener),
    /** Stores a request that is about to be sent. */
    begin: async (creation: Creation<F>) => {
      await holdLock(creation);
      keep(creation);
    },
    /** Replaces a request whose result is known, or won't arrive, unless another tab has sent a later one. */
    end: (ended: Creation<F>, by: Creation<F> | undefined) => {
      if (read()?.key === ended.key) keep(by);
      releaseLock(ended);
    },
  };
};

const sameTexts = <F extends string>(one: Texts<F>, other: Texts<F>): boolean =>
  (Object.keys(one) as F[]).every((field) => one[field] === other[field]);

/** The newest of the records that equal the created one and did not exist before. */
const findMade = <F extends string, R extends Listed>(
  records: readonly R[],
  { texts, twins, sentAt }: Creation<F>,
  equals: Creating<F, R>["equals"],
): R | undefined =>
  records
    .filter(
      (record) =>
        !twins.includes(record.id ?? 0) && !existedBefore(record, sentAt) && equals(record, texts),
    )
    .toSorted((one, other) => (other.id ?? 0) - (one.id ?? 0))[0];

/**
 * Whether an earlier request may have created the record although a repeated one was refused. Only the API's refusal says
 * that no request with its key was carried out.
 */
export const leavesDoubt = (error: unknown, { repeats }: Creation<string>): boolean =>
  repeats && !(error instanceof ApiError && error.kind === "upstream-refused");

const tooLong = new ApiError("The list is too long to be searched completely.", {
  status: 501,
  outcome: "refused",
});

const describeError = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

type CreationPlan<F extends string> = SavePlan<undefined, Made, Creation<F>, never>;

/**
 * How the record of a form is created. As long as the result of a request is unknown, the same texts are sent with its
 * key, so that they can't create a second record; for other texts the person must confirm.
 */
export const createCreationPlan = <F extends string, R extends Listed>(
  creating: Creating<F, R>,
  { read, begin, end }: ReturnType<typeof creationStore<F>>,
  texts: Texts<F>,
  on: Pick<CreationPlan<F>, "ready" | "saved"> & Required<Pick<CreationPlan<F>, "refused">>,
): CreationPlan<F> => ({
  ready: on.ready,
  asks: () => {
    const earlier = read();
    return earlier !== undefined && !sameTexts(earlier.texts, texts);
  },
  read: async () => undefined,
  conflictIn: () => undefined,
  send: async (_, leaves, freshKey) => {
    const earlier = read();
    const repeated = earlier && sameTexts(earlier.texts, texts) ? earlier : undefined;
    const equal = creating.known().filter((record) => creating.equals(record, texts));
    const creation: Creation<F> = {
      texts,
      key: repeated?.key ?? freshKey,
      twins: repeated?.twins ?? equal.map(({ id }) => id ?? 0),
      sentAt: repeated ? repeated.sentAt : Date.now(),
      repeats: repeated !== undefined,
      missed: false,
    };
    await begin(creation);
    leaves(creation);
    try {
      return await creating.make(texts, toSending(undefined, creation.key));
    } catch (error) {
      if (mayHaveHappened(error)) end(creation, { ...creation, why: describeError(error) });
      throw error;
    }
  },
  keyOf: ({ key }) => key,
  saved: (made, creation, found) => {
    // The draft is deleted first: another tab shows it once the request has ended.
    on.saved(made, creation, found);
    end(creation, undefined);
  },
  refused: (error, creation) => {
    end(creation, leavesDoubt(error, creation) ? { ...creation, missed: true } : undefined);
    on.refused(error, creation);
  },
  find: async (creation) => {
    const { value, cut = false } = await creating.list();
    const found = findMade(value, creation, creating.equals);
    if (found) return { kind: "saved", answer: creating.take(found) };
    if (cut) throw tooLong;
    end(creation, { ...creation, missed: true });
    return { kind: "lost" };
  },
});
