/**
 * The attributes of a span: names from this program's tables, hosts, statuses and counts. Nothing that a client, a
 * person or the API wrote: traces leave the machine.
 */
export type Facts = Readonly<Record<string, string | number>>;

/** A part of the work for a request. */
export interface Step {
  readonly name: string;
  readonly kind: "server" | "client" | "internal";
  readonly facts: Facts;
}

/** The names of a span in log lines, as OpenTelemetry's collectors read them. */
export interface TraceIds {
  readonly trace_id: string;
  readonly span_id: string;
}

/** A step in progress. */
export interface Span {
  readonly ids: TraceIds;
  /** The header with which another program's spans become children of this one (W3C Trace Context). */
  readonly traceparent: string;
  add(facts: Facts): void;
  /** Marks the step as failed, with one of a few words. */
  fail(why: string): void;
  /** Spans that begin in the work are children of this one, until it ends. */
  run<T>(work: () => T): T;
  end(): void;
}

/** Records the steps of requests. Programs get none unless traces are exported. */
export interface Tracer {
  /** The parent is the sender's span (its `traceparent`) for a server's step, and the current span for any other. */
  begin(step: Step, traceparent?: string): Span;
  /** Whether the work of a span is in progress here. */
  isInSpan(): boolean;
}

/** The code of an error, or its class: the message could quote what was sent. */
const nameError = (error: unknown): string => {
  if (!(error instanceof Error)) return "Error";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
};

/** Records the work as one step; only runs it if there is no tracer. */
export const record = async <T>(
  tracer: Tracer | undefined,
  step: Step,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> => {
  if (tracer === undefined) return work(undefined);
  const span = tracer.begin(step);
  try {
    return await span.run(() => work(span));
  } catch (error) {
    span.fail(nameError(error));
    throw error;
  } finally {
    span.end();
  }
};
