import { ApiError, mayHaveHappened } from "#web/api/api-error.ts";

/** What ends work on one thing of many without the outcome that was wanted. */
export type WorkEnd =
  /** Nothing was sent, or what was sent was refused: it is as it was. */
  | { readonly kind: "failed"; readonly why: string }
  /** It was sent, and no answer came: it may have had its effect. */
  | { readonly kind: "unknown"; readonly why: string }
  | { readonly kind: "stopped" };

interface Work<T, O> {
  readonly items: readonly T[];
  /** Looked at before each: what is under way is finished, nothing else begun. */
  readonly signal: AbortSignal;
  readonly act: (item: T) => Promise<O>;
  readonly tell: (item: T, outcome: O | WorkEnd) => void;
}

/** Errors that every further thing would meet too: no answer at all, a token that is not accepted. */
const endsAll = (error: unknown): boolean =>
  error instanceof ApiError && [0, 401, 403, 501].includes(error.status);

const failed = (error: unknown): WorkEnd => {
  const why = error instanceof Error ? error.message : String(error);
  return { kind: mayHaveHappened(error) ? "unknown" : "failed", why };
};

/** Does something with one thing after the other. None is tried twice, whatever becomes of it. */
export const workThrough = async <T, O>({
  items,
  signal,
  act,
  tell,
}: Work<T, O>): Promise<void> => {
  let stopped = false;
  for (const item of items) {
    if (stopped || signal.aborted) {
      tell(item, { kind: "stopped" });
      continue;
    }
    try {
      tell(item, await act(item));
    } catch (error) {
      stopped = endsAll(error);
      tell(item, failed(error));
    }
  }
};
