import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  ROOT_CONTEXT,
  type Span as ApiSpan,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer as ApiTracer,
} from "@opentelemetry/api";
import { parseTraceParent } from "@opentelemetry/core";
import type { DatabaseWatch } from "#database/sql.ts";
import { record, type Span, type Step, type Tracer } from "#http/tracer.ts";

/** Enough to recognize a statement. */
const longestText = 1_000;

/** The step of a statement: its command and its first table are the name. */
export const statementStep = (statement: string): Step => {
  const text = statement.replaceAll(/\s+/g, " ").trim();
  const [command = ""] = /^\w+/.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update|join) ([a-z_]+\.[a-z_]+)/i.exec(text) ?? [];
  return {
    name: [command.toUpperCase(), table].filter(Boolean).join(" ") || "statement",
    kind: "client",
    facts: {
      "db.system.name": "postgresql",
      "db.operation.name": command.toUpperCase(),
      "db.query.text": text.slice(0, longestText),
    },
  };
};

const transactionStep: Step = {
  name: "transaction",
  kind: "client",
  facts: { "db.system.name": "postgresql" },
};

/** Records the statements of requests; not those of work in the background, which would be traces of their own. */
export const traceStatements = (tracer: Tracer): DatabaseWatch => ({
  statement: (text, run) =>
    tracer.isInSpan() ? record(tracer, statementStep(text()), run) : run(),
  transaction: (run) => (tracer.isInSpan() ? record(tracer, transactionStep, run) : run()),
});

const kinds: Readonly<Record<Step["kind"], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
};

/** The span that the current work belongs to. After its end it has no more children: the work goes on in the background. */
interface Current {
  readonly span: ApiSpan;
  isOver: boolean;
}

/** The sender's span; none if the header is not one of W3C Trace Context. */
const remoteParent = (traceparent: string | undefined): Context => {
  const sender = traceparent === undefined ? null : parseTraceParent(traceparent);
  return sender === null
    ? ROOT_CONTEXT
    : trace.setSpanContext(ROOT_CONTEXT, { ...sender, isRemote: true });
};

const startSpan = (current: Current, work: AsyncLocalStorage<Current>): Span => {
  const { span } = current;
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    ids: { trace_id: traceId, span_id: spanId },
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`,
    add: (facts) => void span.setAttributes(facts),
    fail: (why) =>
      void span.setAttribute("error.type", why).setStatus({ code: SpanStatusCode.ERROR }),
    run: (act) => work.run(current, act),
    end: () => {
      current.isOver = true;
      span.end();
    },
  };
};

/** Tracers of several programs in this process: the current span is the same for all. */
export const createTracers = (provider: {
  getTracer(name: string): ApiTracer;
}): ((program: string) => Tracer) => {
  const work = new AsyncLocalStorage<Current>();
  const current = (): Current | undefined => {
    const found = work.getStore();
    return found?.isOver === false ? found : undefined;
  };
  const localParent = (): Context => {
    const parent = current();
    return parent === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, parent.span);
  };
  return (program) => {
    const tracer = provider.getTracer(program);
    return {
      begin: ({ name, kind, facts }, traceparent) => {
        const parent = kind === "server" ? remoteParent(traceparent) : localParent();
        const options = { kind: kinds[kind], attributes: facts };
        return startSpan({ span: tracer.startSpan(name, options, parent), isOver: false }, work);
      },
      isInSpan: () => current() !== undefined,
    };
  };
};
