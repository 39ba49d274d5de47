import type { RunLine, RunLineState } from "./run-line.ts";

/** Sends this now. */
interface Ready<S> {
  readonly kind: "ready";
  readonly sent: S;
}

/**
 * The differences between runs of different records. `C`: the change of the whole run, `D`: what its plan knows of a
 * record, `S`: what a request carries, `R`: a record.
 */
export interface RunKind<C, D, S, R> {
  readonly read: (id: number) => Promise<R>;
  /** Sends exactly one request. */
  readonly send: (id: number, change: C, sent: S) => Promise<R>;
  /** The request for a record right now, or the result if nothing has to be sent. It may read the record first. */
  readonly prepare: (
    change: C,
    line: RunLine<D, S>,
    read: () => Promise<R>,
  ) => Promise<Ready<S> | RunLineState<S>>;
  /** The result after a response. */
  readonly afterResponse: (change: C, record: R, sent: S) => RunLineState<S>;
  /** The result after a lost response: from the record as it is now. */
  readonly afterLoss: (change: C, record: R, sent: S, why: string) => RunLineState<S>;
  /** The result of a refusal that is no failure. */
  readonly afterRefusal?: (error: {
    status: number;
    message: string;
  }) => RunLineState<S> | undefined;
}

/** Nothing was changed, and every further record would fail in the same way, so the run stops. */
export interface Halt {
  readonly kind: "held";
  readonly why: string;
  /** Whether the API refused the request; otherwise none reached the API. */
  readonly refused?: boolean;
  /** The rate limit was reached: the gateway holds the next request back, so the run tries again by itself. */
  readonly limited?: boolean;
}
