import { readTime } from "#contract/read-time.ts";
import { ApiError } from "#web/base/api-error.ts";

/** More than the clocks and time zones of a browser and an API differ: two days, in ms. */
const marginMs = 2 * 24 * 60 * 60 * 1_000;

/** A record of a list, as far as it says whether it is the created one. */
export interface Listed {
  readonly id?: number | null | undefined;
  readonly createdAt?: string | null | undefined;
}

const existedBefore = ({ createdAt }: Listed, at: number): boolean =>
  readTime(createdAt) < at - marginMs;

interface LostCreation<R extends Listed> {
  /** Loads the records of the list, `cut` if not all of them. Rejects with status 404, 405 or 501 where the API can't. */
  readonly list: () => Promise<{ readonly value: readonly R[]; readonly cut?: boolean }>;
  /** Whether a record is what the request creates. */
  readonly equals: (record: R) => boolean;
  /** The IDs of equal records that were known before it was sent. */
  readonly known: readonly number[];
  /** When it was sent, in milliseconds since 1970. */
  readonly at: number;
}

const tooLong = new ApiError("The list is too long to be searched completely.", {
  status: 501,
  outcome: "refused",
});

/**
 * Looks for the record that a request created whose answer the gateway doesn't know either: the newest equal one that
 * wasn't there before, as far as the API gives the times of its records.
 */
export const findCreated = async <R extends Listed>({
  list,
  equals,
  known,
  at,
}: LostCreation<R>): Promise<R | undefined> => {
  const { value, cut = false } = await list();
  const [found] = value
    .filter((one) => !known.includes(one.id ?? 0) && !existedBefore(one, at) && equals(one))
    .toSorted((one, other) => (other.id ?? 0) - (one.id ?? 0));
  if (!found && cut) throw tooLong;
  return found;
};
