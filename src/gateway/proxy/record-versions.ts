/** The result of a change, as far as it tells the record's version. */
interface ChangeEnd {
  /** False: it was refused, so the record is as before. */
  readonly hasChanged: boolean;
  /** The version after it; undefined where the result is unknown. */
  readonly tag: string | undefined;
}

type Begun =
  | { readonly kind: "begun"; end(result: ChangeEnd): void }
  /** The version that the change names was replaced since. */
  | { readonly kind: "replaced" }
  /** The database is not responding. */
  | { readonly kind: "unavailable" }
  | { readonly kind: "gone" }
  /** The gateway stops, and another one's change of the record is under way. */
  | { readonly kind: "stopping" };

/** The versions of records that were seen, by the record's kind and id. */
export interface RecordVersions {
  /** To be called before a read is sent; the result takes the version of its answer, or undefined if it has none. */
  reading(record: string): (tag: string | undefined) => void;
  /**
   * To be called before a change is sent; `ifMatch` is the version that it names. Changes of one record that name one
   * wait for each other. `left`: the client has disconnected.
   */
  begin(record: string, ifMatch: string | undefined, left: AbortSignal): Promise<Begun>;
}

/** A record: the version of its last answer, those that it replaced, and its changes. */
interface Seen {
  /** Undefined before the first answer, and after a change whose result is unknown. */
  tag: string | undefined;
  /** A version that is in neither was returned before this process started: it may be the newest. */
  readonly past: Set<string>;
  /** Counts the starts and ends of changes: an answer to a read in between may be the state before. */
  moves: number;
  readonly inFlight: Set<Promise<void>>;
}

const mostRecords = 10_000;
const mostPast = 50;

const addPast = ({ past }: Seen, tag: string | undefined): void => {
  if (tag === undefined) return;
  past.add(tag);
  const [oldest] = past;
  if (past.size > mostPast && oldest !== undefined) past.delete(oldest);
};

const setVersion = (seen: Seen, tag: string | undefined): void => {
  if (seen.tag !== tag) addPast(seen, seen.tag);
  seen.tag = tag;
  if (tag !== undefined) seen.past.delete(tag);
};

/** Versions that this process alone keeps, in memory. */
export const createRecordVersions = (): RecordVersions => {
  const records = new Map<string, Seen>();

  const find = (record: string): Seen => {
    const seen = records.get(record) ?? {
      tag: undefined,
      past: new Set(),
      moves: 0,
      inFlight: new Set(),
    };
    // The records that were used last are at the end.
    records.delete(record);
    records.set(record, seen);
    for (const [oldest, { inFlight }] of records) {
      if (records.size <= mostRecords) break;
      if (inFlight.size === 0) records.delete(oldest);
    }
    return seen;
  };

  const follow = (seen: Seen, ifMatch: string | undefined): Begun => {
    let settle = () => {};
    const ended = new Promise<void>((resolve) => {
      settle = resolve;
    });
    seen.moves += 1;
    seen.inFlight.add(ended);
    const end = ({ hasChanged, tag }: ChangeEnd) => {
      if (hasChanged) {
        addPast(seen, ifMatch);
        setVersion(seen, tag);
      }
      seen.moves += 1;
      seen.inFlight.delete(ended);
      settle();
    };
    return { kind: "begun", end };
  };

  return {
    reading: (record) => {
      const seen = find(record);
      const { moves } = seen;
      return (tag) => {
        if (tag === undefined) return;
        if (seen.moves === moves) setVersion(seen, tag);
        else if (seen.tag !== tag) addPast(seen, tag);
      };
    },
    begin: async (record, ifMatch, left) => {
      const seen = find(record);
      if (ifMatch === undefined) return follow(seen, ifMatch);
      while (seen.inFlight.size > 0) await Promise.all(seen.inFlight);
      if (left.aborted) return { kind: "gone" };
      return seen.past.has(ifMatch) ? { kind: "replaced" } : follow(seen, ifMatch);
    },
  };
};
