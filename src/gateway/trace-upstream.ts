import { nameOperation } from "#http/observe-requests.ts";
import type { Operation } from "#contract/operation.ts";
import type { Span, Step } from "#http/tracer.ts";
import type { EndedAttempt } from "./observe-gateway.ts";
import type { Urgency } from "./read-priority.ts";

/** The wait for the upstream's rate limit. */
export const waitStep = (urgency: Urgency): Step => ({
  name: "wait for the rate limit",
  kind: "internal",
  facts: { "supercargo.lane": urgency },
});

/** The wait after a failed attempt. */
export const retryStep: Step = { name: "wait before a retry", kind: "internal", facts: {} };

/** One call of the upstream. The path is the operation's pattern: no ids, no query. */
export const attemptStep = (operation: Operation, origin: string, resends: number): Step => {
  const { method, path } = operation;
  const { hostname, port, protocol } = new URL(origin);
  return {
    name: `${method} ${path}`,
    kind: "client",
    facts: {
      "http.request.method": method,
      "url.template": path,
      "server.address": hostname,
      "server.port": port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
      "supercargo.operation": nameOperation(operation) ?? "other",
      ...(resends === 0 ? {} : { "http.request.resend_count": resends }),
    },
  };
};

/** Adds an attempt's result to its span. */
export const reportResult = (span: Span | undefined, result: EndedAttempt["result"]): void => {
  if (typeof result === "number") span?.add({ "http.response.status_code": result });
  if (typeof result === "string" || result >= 400) span?.fail(String(result));
};
