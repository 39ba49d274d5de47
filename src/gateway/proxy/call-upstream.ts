import { type Dispatcher, Pool } from "undici";
import { maxAnswerBytes } from "#contract/limits.ts";
import type { Clock } from "#gateway/server/clock.ts";
import type { SlotInUse } from "./pace-requests.ts";

type Answer = Extract<UpstreamResult, { kind: "answer" }>;

/** Whether an answer is an HTML page, as proxies and sign-in pages send it. */
export const isHtml = ({ headers, body }: Answer): boolean =>
  /^text\/html/i.test(String(headers["content-type"] ?? "")) ||
  /^\s*<(?:!doctype|html)/i.test(body.subarray(0, 200).toString("latin1"));

interface UpstreamRequest {
  readonly method: "GET" | "POST" | "PATCH";
  /** Includes the base address's own path and the query. */
  readonly path: string;
  readonly token: string | undefined;
  readonly body: string | undefined;
  /** The version of the record that the change was made to, as an ETag. */
  readonly ifMatch?: string | undefined;
  /** The ID of the client's request, for the upstream's own log. */
  readonly requestId?: string | undefined;
  /** The span of this call, for the upstream's own traces (W3C Trace Context). */
  readonly traceparent?: string | undefined;
  /** A changing call has a longer timeout: cancelling does not undo it. */
  readonly changesState: boolean;
  /** Replaces the default timeouts and size. */
  readonly limits?: CallLimits | undefined;
  readonly watch?: CallWatch | undefined;
}

/** Timeouts for the response's head and, from there, for its end, and the largest size that is read. */
export interface CallLimits {
  readonly headMs: number;
  readonly bodyMs: number;
  readonly maxBytes: number;
}

/** Called at the points of a call after which its outcome changes. */
export interface CallWatch {
  sent(): void;
  head(): void;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The result of one attempt. */
export type UpstreamResult =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly headers: Headers;
      readonly body: Buffer;
    }
  /** Nothing was sent. */
  | { readonly kind: "unreachable"; readonly code: string }
  /** It was sent, and the response did not arrive completely; part of it may have. */
  | { readonly kind: "lost"; readonly why: "timeout" | "reset"; readonly body: Buffer }
  /** The head arrived, and the rest was not read. */
  | {
      readonly kind: "unreadable";
      readonly status: number;
      readonly detail: string;
      readonly body: Buffer;
    };

export interface Timeouts {
  readonly connectMs: number;
  /** Until the response's head, for reads and for changing calls. */
  readonly readMs: number;
  readonly changeMs: number;
  /** From the head to the end of the response. */
  readonly bodyMs: number;
  /**
   * For the orders in Processing (api 4.3), to the head and from there to the end: after a timeout their ids are
   * unknown.
   */
  readonly receiveMs: number;
}

export const defaultTimeouts: Timeouts = {
  connectMs: 10_000,
  readMs: 30_000,
  changeMs: 120_000,
  bodyMs: 30_000,
  receiveMs: 600_000,
};

export interface Upstream {
  call(request: UpstreamRequest, slot: SlotInUse): Promise<UpstreamResult>;
  close(): Promise<void>;
  destroy(): Promise<void>;
}

/** All headers sent to the upstream; of the browser's headers only If-Match is forwarded, where it is one ETag. */
const headersOf = ({
  token,
  body,
  ifMatch,
  requestId,
  traceparent,
}: UpstreamRequest): Record<string, string> => ({
  accept: "application/json",
  "accept-encoding": "identity",
  "user-agent": "supercargo",
  ...(token === undefined ? {} : { "x-api-token": token }),
  ...(body === undefined ? {} : { "content-type": "application/json" }),
  ...(ifMatch === undefined ? {} : { "if-match": ifMatch }),
  ...(requestId === undefined ? {} : { "x-request-id": requestId }),
  ...(traceparent === undefined ? {} : { traceparent }),
});

class TimedOut extends Error {}

/** An encoded response that was not requested is dropped at its head, which avoids decompression bombs. */
class Encoded extends Error {}

class TooLarge extends Error {}

const isEncoded = ({ "content-encoding": encoding }: Headers): boolean =>
  encoding !== undefined && encoding !== "" && encoding !== "identity";

const whyUnreadable = (error: Error, maxBytes: number): string | undefined => {
  if (error instanceof TooLarge)
    return `The response is larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB.`;
  return error instanceof Encoded
    ? "The response uses a content encoding that was not requested."
    : undefined;
};

/** One client for all calls, without redirects, retries or pipelining. */
export const createUpstream = (origin: string, timeouts: Timeouts, clock: Clock): Upstream => {
  const settings: Pool.Options = {
    allowH2: false,
    connect: { timeout: timeouts.connectMs },
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 32 * 1024,
  };
  const reads = new Pool(origin, { ...settings, pipelining: 1 });
  // A kept-alive connection may be closed by the server just as it is reused: then it is unknown whether the call
  // arrived. So changing calls never share one.
  const changes = new Pool(origin, { ...settings, pipelining: 0 });

  const call = async (request: UpstreamRequest, slot: SlotInUse): Promise<UpstreamResult> =>
    new Promise((resolve) => {
      const pool = request.changesState ? changes : reads;
      const limits = request.limits ?? {
        headMs: request.changesState ? timeouts.changeMs : timeouts.readMs,
        bodyMs: timeouts.bodyMs,
        maxBytes: maxAnswerBytes,
      };
      const handler = collectAnswer(limits, { clock, slot, watch: request.watch, resolve });
      const { method, path, body } = request;
      try {
        pool.dispatch({ method, path, headers: headersOf(request), body: body ?? null }, handler);
      } catch {
        slot.unsent();
        resolve({ kind: "unreachable", code: "closing" });
      }
    });

  return {
    call,
    close: async () => {
      await Promise.all([reads.close(), changes.close()]);
    },
    destroy: async () => {
      await Promise.all([reads.destroy(), changes.destroy()]);
    },
  };
};

interface Collector {
  readonly clock: Clock;
  readonly slot: SlotInUse;
  readonly watch: CallWatch | undefined;
  readonly resolve: (result: UpstreamResult) => void;
}

/** Reads one whole response and reports to the slot at each point that affects its time. */
const collectAnswer = (
  { headMs, bodyMs, maxBytes }: CallLimits,
  { clock, slot, watch, resolve }: Collector,
): Dispatcher.DispatchHandler => {
  let sent = false;
  let head: { status: number; headers: Headers } | undefined;
  let stopTimer: (() => void) | undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  const waitAtMost = (ms: number, controller: Dispatcher.DispatchController) => {
    stopTimer?.();
    stopTimer = clock.after(ms, () => controller.abort(new TimedOut()));
  };
  const end = (result: UpstreamResult) => {
    stopTimer?.();
    resolve(result);
  };
  return {
    onRequestStart: (controller) => {
      sent = true;
      waitAtMost(headMs, controller);
      watch?.sent();
    },
    onResponseStart: (controller, status, headers) => {
      if (status < 200) return;
      head = { status, headers };
      slot.answered();
      watch?.head();
      waitAtMost(bodyMs, controller);
      if (isEncoded(headers)) controller.abort(new Encoded());
    },
    onResponseData: (controller, chunk) => {
      size += chunk.length;
      if (size > maxBytes) controller.abort(new TooLarge());
      else chunks.push(chunk);
    },
    onResponseEnd: () => {
      if (head === undefined) return;
      end({ kind: "answer", ...head, body: Buffer.concat(chunks) });
    },
    onResponseError: (_controller, error) => {
      if (!sent) {
        slot.unsent();
        end({ kind: "unreachable", code: codeOf(error) });
        return;
      }
      slot.lost();
      const detail = whyUnreadable(error, maxBytes);
      const body = Buffer.concat(chunks);
      if (head !== undefined && detail !== undefined)
        end({ kind: "unreadable", status: head.status, detail, body });
      else end({ kind: "lost", why: error instanceof TimedOut ? "timeout" : "reset", body });
    },
  };
};

/** The short name of a network failure, like ECONNREFUSED; never its message, which may quote what was sent. */
const codeOf = (error: Error): string =>
  "code" in error && typeof error.code === "string" ? error.code : "connection failed";
