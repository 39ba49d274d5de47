import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { peopleOperations } from "#contract/signed-in-people.ts";
import { type Answering, answerJson, answerPage } from "#gateway/server/answer-request.ts";
import { describeChange } from "#gateway/changes/describe-change.ts";
import type { Audit } from "#gateway/changes/serve-changes.ts";
import {
  check,
  checkQuery,
  requireBody,
  serveOwnOperation,
  Stop,
} from "#gateway/server/serve-own-operation.ts";
import type { OidcParts, SignIn } from "./sign-in.ts";
import { nameSignedInPerson } from "./guard-people.ts";

interface PeopleRoutes {
  readonly answering: Answering;
  /** Undefined: the console is open on this machine only. */
  readonly signIn: SignIn | undefined;
  /** Where ended sessions are recorded; undefined where the gateway has no storage. */
  readonly audit: Audit | undefined;
}

const { listSignedInPeople, endSessions } = peopleOperations;

const endAll = async (
  request: FastifyRequest,
  { sessions, cookies }: OidcParts,
  upstream: string,
): Promise<number> => {
  const body = check(endSessions.body, requireBody(endSessions, request));
  const intent = {
    ...describeChange(endSessions, endSessions.path, body),
    person: nameSignedInPerson(request) ?? null,
    requestId: request.id,
    requestedAt: new Date().toISOString(),
    key: null,
  };
  const ended = await sessions.endOthers(body.personId, cookies.read(request, "session"), {
    upstream,
    intent,
  });
  request.log.warn({ person: body.personId, ended }, "ended a person's sessions");
  return ended;
};

/** The gateway's own operations under /api for administrators: who is signed in, and ending a person's sessions. */
export const servePeople = (
  app: FastifyInstance,
  { answering, signIn, audit }: PeopleRoutes,
): void => {
  const oidc = signIn?.oidc;
  const list = async (request: FastifyRequest, reply: FastifyReply) => {
    const filter = checkQuery(listSignedInPeople.query, request);
    const { people, total } = (await oidc?.sessions.listPeople(filter)) ?? { people: [], total: 0 };
    return answerPage(reply, people, total, answering);
  };
  const end = async (request: FastifyRequest, reply: FastifyReply) => {
    if (oidc === undefined || audit === undefined)
      throw new Stop({ kind: "unknown-path", detail: "This console keeps no sessions." });
    const ended = await endAll(request, oidc, audit.upstream);
    return answerJson(reply, 200, { ended }, answering);
  };
  serveOwnOperation(app, listSignedInPeople, list, answering);
  serveOwnOperation(app, endSessions, end, answering);
};
