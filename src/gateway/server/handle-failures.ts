import type { FastifyError, FastifyInstance, FastifyReply } from "fastify";
import { createMalformedHandler } from "#http/server-options.ts";
import { type Answering, answerProblem } from "./answer-request.ts";
import { readTarget } from "./read-request.ts";
import {
  describeProblem,
  type Failure,
  isNavigation,
  plainPageHeaders,
  problemContentType,
  type ProblemKind,
  writeProblemPage,
} from "./problems.ts";
import { isPageRequest, type SendPage } from "./serve-console.ts";

const problemHeaders = {
  "content-type": problemContentType,
  "x-content-type-options": "nosniff",
} as const;

/** Answers bytes that are not an HTTP request with a problem: as a page where a browser opened the address. */
export const refuseMalformed = (more: Readonly<Record<string, string>>) =>
  createMalformedHandler((status, requestId, packet) => {
    const problem = describeProblem({ kind: "bad-request", status }, requestId);
    const [, method] = /^([A-Z]+) /.exec(packet) ?? [];
    const [, accept] = /^accept:(.*)$/im.exec(packet) ?? [];
    return isNavigation(method, accept)
      ? {
          text: writeProblemPage("bad-request", problem),
          headers: { ...plainPageHeaders, ...more },
        }
      : { text: JSON.stringify(problem), headers: { ...problemHeaders, ...more } };
  });

const kindOfStatus: Readonly<Record<number, ProblemKind>> = {
  413: "too-large",
  415: "unsupported-body",
};

/** The response to a request that could not be read, or to a bug of the gateway. No error message is disclosed. */
const failureOf = ({ statusCode = 500 }: { readonly statusCode?: number | undefined }): Failure =>
  statusCode >= 400 && statusCode < 500
    ? { kind: kindOfStatus[statusCode] ?? "bad-request", status: statusCode }
    : { kind: "internal" };

/** Answers a request for which no route could be looked up; no hook has run there. */
export const answerUnroutable = (
  reply: FastifyReply,
  error: FastifyError,
  answering: Answering,
): void => {
  reply.header("x-content-type-options", "nosniff");
  answerProblem(reply, failureOf(error), answering);
};

interface Fallbacks {
  readonly answering: Answering;
  /** The methods that a path takes; empty for an unknown path. */
  readonly allowedMethods: (path: string) => readonly string[];
  /** Undefined where there is no built console. */
  readonly sendPage: SendPage | undefined;
}

/** The response where no route matches: a page of the console, 405 with Allow, or 404. */
export const handleFailures = (
  app: FastifyInstance,
  { answering, allowedMethods, sendPage }: Fallbacks,
): void => {
  app.setNotFoundHandler((request, reply) => {
    const { path } = readTarget(request);
    if (sendPage && isPageRequest(request, path)) return sendPage(request, reply);
    const allowed = allowedMethods(path);
    if (allowed.length === 0) return answerProblem(reply, { kind: "unknown-path" }, answering);
    return answerProblem(
      reply.header("allow", allowed.join(", ")),
      { kind: "unknown-method" },
      answering,
    );
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = failureOf(error);
    if (failure.kind === "internal") request.log.error({ err: error }, "a request failed");
    return answerProblem(reply, failure, answering);
  });
};
