/** The state of one record in a run. Each is stored before the next step begins. `S`: what a request carries. */
export type RunLineState<S = unknown> =
  | { readonly kind: "waiting" }
  /** Stored before the request: if the page closes now, the record is read before anything else is done. */
  | { readonly kind: "sending"; readonly sent: S }
  | { readonly kind: "done" }
  /** The record was already so: another person was faster, or the response to an earlier request was lost. */
  | { readonly kind: "already" }
  /** The response was lost; the record was read, and has the change. */
  | { readonly kind: "found" }
  | { readonly kind: "refused"; readonly why: string }
  /** Not sent: a guard forbids it, or another person changed the record since the run was planned. */
  | { readonly kind: "skipped"; readonly why: string }
  /** Not sent: the record could not be read before. */
  | { readonly kind: "unread"; readonly why: string }
  /** The response was lost; the record was read, and does not have the change. Only the user can send it again. */
  | { readonly kind: "unmoved"; readonly why: string }
  /** The response was lost, and the record could not be read yet. */
  | { readonly kind: "unknown"; readonly why: string; readonly sent: S }
  /** The user ended the run before this record was sent. */
  | { readonly kind: "canceled" };

export type RunLineKind = RunLineState["kind"];

/** One record of a run. `D`: what the run's plan knows of it. */
export interface RunLine<D = unknown, S = unknown> {
  readonly id: number;
  readonly name: string;
  readonly data: D;
  readonly state: RunLineState<S>;
}

/** A change of many records, one after the other, as stored in this browser. */
export interface Run<C> {
  readonly id: string;
  readonly change: C;
  /** The upstream of the run: ids are only valid there. */
  readonly upstream: string;
  readonly startedAt: number;
}

const open = new Set<RunLineKind>(["waiting", "sending", "unknown"]);
const well = new Set<RunLineKind>(["done", "already", "found"]);
const failed = new Set<RunLineKind>(["refused", "unread", "unmoved"]);

/** Whether the run still has something to do for a record. Others are changed only if the user asks for it. */
export const isOpen = ({ state }: RunLine): boolean => open.has(state.kind);

/** Whether a record was certainly not changed, so that it can be tried again. */
export const hasFailed = ({ state }: RunLine): boolean => failed.has(state.kind);

/** Whether all records of a run have the change. */
export const wentWell = (lines: readonly Pick<RunLine, "state">[]): boolean =>
  lines.every(({ state }) => well.has(state.kind));

/** The progress of a run, in numbers. */
export interface RunTally {
  readonly total: number;
  /** Records that have the change, by this run or otherwise. */
  readonly changed: number;
  readonly refused: number;
  readonly skipped: number;
  readonly unread: number;
  readonly unmoved: number;
  readonly unknown: number;
  readonly canceled: number;
  readonly waiting: number;
  /** Records that can be tried again. */
  readonly failed: number;
  readonly open: number;
}

export const tallyLines = (lines: readonly RunLine[]): RunTally => {
  const count = (kind: RunLineKind) => lines.filter(({ state }) => state.kind === kind).length;
  return {
    total: lines.length,
    changed: lines.filter(({ state }) => well.has(state.kind)).length,
    refused: count("refused"),
    skipped: count("skipped"),
    unread: count("unread"),
    unmoved: count("unmoved"),
    unknown: count("unknown"),
    canceled: count("canceled"),
    waiting: count("waiting"),
    failed: lines.filter(hasFailed).length,
    open: lines.filter(isOpen).length,
  };
};
