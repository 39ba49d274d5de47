import type { UpstreamResult } from "./call-upstream.ts";

type Answer = Extract<UpstreamResult, { kind: "answer" }>;

/** Whether an answer is an HTML page, as proxies and sign-in pages send it. */
export const isHtml = ({ headers, body }: Answer): boolean =>
  /^text\/html/i.test(String(headers["content-type"] ?? "")) ||
  /^\s*<(?:!doctype|html)/i.test(body.subarray(0, 200).toString("latin1"));
