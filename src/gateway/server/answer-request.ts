import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Problem } from "#contract/errors.ts";
import {
  describeProblem,
  type Failure,
  isCodeRefused,
  isNavigation,
  plainPageHeaders,
  problemContentType,
  type ProblemKind,
  writeProblemPage,
  writeProblemScript,
} from "./problems.ts";
import type { Redactor } from "./redact-secrets.ts";

/** A shorter answer fits one packet with its headers, so that compressing it saves nothing. */
const leastLength = 1_024;

/** The quality at which 390 KB of orders become 39 KB in 6 ms; the highest takes sixty times as long for 32 KB. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const brotliText = promisify<string, typeof quality, Buffer>(brotliCompress);
const gzipText = promisify<string, Buffer>(gzip);

type Coding = "br" | "gzip";

const compressors: Readonly<Record<Coding, (text: string) => Promise<Buffer>>> = {
  br: async (text) => brotliText(text, quality),
  gzip: async (text) => gzipText(text),
};

const refused = /;\s*q=0(?:\.0*)?\s*$/i;

/** The better of the codings that an Accept-Encoding header takes by name (RFC 9110, 12.5.3). */
export const codingFor = (header = ""): Coding | undefined => {
  const taken = header
    .split(",")
    .filter((part) => !refused.test(part))
    .map((part) => part.replace(/;.*/s, "").trim().toLowerCase());
  return (["br", "gzip"] as const).find((coding) => taken.includes(coding));
};

/**
 * Compresses longer JSON answers for clients that accept it. Files are compressed by the build. Answers hold no secret that
 * their length could tell (BREACH): tokens are redacted, and other sites can't call the gateway.
 */
export const compressAnswers = (app: FastifyInstance): void => {
  app.addHook("onSend", async (request, reply, payload) => {
    if (typeof payload !== "string" || payload.length < leastLength) return payload;
    reply.header("vary", "Accept-Encoding");
    const coding = codingFor(request.headers["accept-encoding"]);
    if (coding === undefined) return payload;
    reply.header("content-encoding", coding);
    return compressors[coding](payload);
  });
};

/** The settings of all responses: tokens are removed, and a client that reads nothing for `stallMs` is disconnected. */
export interface Answering {
  readonly redactor: Redactor;
  readonly stallMs: number;
}

/**
 * The console's preference (RFC 7240) for operations and records that the API may not have: browsers report each such
 * status as an error of the page, although the console expects it.
 */
const preference = "status=200";
const expected: ReadonlySet<number> = new Set([404, 405, 501]);

/** The status that is sent: the problem's, or 200 with the problem's in `X-Status` if the client prefers that. */
const statusFor = (reply: FastifyReply, status: number): number => {
  if (!expected.has(status) || reply.request.headers["prefer"] !== preference) return status;
  reply.header("preference-applied", preference).header("x-status", String(status));
  return 200;
};

/** These have a line of their own, with more facts. */
const loggedBefore: ReadonlySet<ProblemKind> = new Set(["signed-out", "role-too-low", "internal"]);

/** These details are the gateway's own, and the administrator needs them. */
const loggedDetails: ReadonlySet<ProblemKind> = new Set(["host-replaced", "misdirected"]);

/**
 * Writes the line that is found by the id on the screen. Other details are left out: the upstream's words could name people.
 */
const logProblem = ({ request }: FastifyReply, kind: ProblemKind, problem: Problem): void => {
  const { status, outcome } = problem;
  if (expected.has(status) || loggedBefore.has(kind)) return;
  const { method, url = "" } = request.routeOptions;
  const facts = loggedDetails.has(kind) ? { detail: problem.detail } : {};
  request.log.warn(
    { kind, status, outcome, route: `${String(method)} ${url}`, ...facts },
    "a request failed",
  );
};

const send = (
  reply: FastifyReply,
  status: number,
  type: string,
  text: string,
  stallMs: number,
): FastifyReply => {
  reply.raw.setTimeout(stallMs, () => reply.raw.destroy());
  return reply
    .code(status)
    .header("content-type", type)
    .header("cache-control", "no-store")
    .header("x-request-id", reply.request.id)
    .send(text);
};

/** Sends a problem: as a page where a browser opens the address, else as JSON. */
export const answerProblem = (
  reply: FastifyReply,
  failure: Failure,
  { redactor, stallMs }: Answering,
): FastifyReply => {
  const { method, url, headers, id } = reply.request;
  const problem = describeProblem(failure, id);
  logProblem(reply, failure.kind, problem);
  if (failure.retryAfter !== undefined) reply.header("retry-after", String(failure.retryAfter));
  if (isNavigation(method, headers.accept)) {
    const page = redactor.text(writeProblemPage(failure.kind, problem));
    const type = plainPageHeaders["content-type"];
    return send(reply.headers(plainPageHeaders), problem.status, type, page, stallMs);
  }
  if (isCodeRefused(failure.kind, url)) {
    const script = redactor.text(writeProblemScript(failure.kind, problem));
    // Browsers run no script of an error's status.
    return send(reply, 200, "text/javascript; charset=utf-8", script, stallMs);
  }
  const status = statusFor(reply, problem.status);
  return send(reply, status, problemContentType, redactor.serialise(problem), stallMs);
};

/** Sends JSON text as it is: without tokens. */
export const sendJson = (
  reply: FastifyReply,
  status: number,
  json: string,
  { stallMs }: Answering,
): FastifyReply => send(reply, status, "application/json; charset=utf-8", json, stallMs);

/** Sends JSON of the gateway or of the upstream. */
export const answerJson = (
  reply: FastifyReply,
  status: number,
  value: unknown,
  answering: Answering,
): FastifyReply => sendJson(reply, status, answering.redactor.serialise(value), answering);

/** Sends a page of a list, with the number of all its records. */
export const answerPage = (
  reply: FastifyReply,
  records: readonly unknown[],
  total: number,
  answering: Answering,
): FastifyReply =>
  answerJson(reply.header("x-total-count", String(total)), 200, records, answering);
