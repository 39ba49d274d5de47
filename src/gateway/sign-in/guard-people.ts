import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Permission, type Person, whyRoleForbids, whyWithoutRole } from "#contract/people.ts";
import { namePerson } from "#contract/signed-in-people.ts";
import { type Answering, answerProblem } from "#gateway/server/answer-request.ts";
import { codeOf } from "#gateway/server/database.ts";
import type { Failure } from "#gateway/server/problems.ts";
import { changesNothing } from "#gateway/server/read-request.ts";
import type { ParsedJson } from "#http/parse-json.ts";
import { type Found, isWork, type SignIn } from "./sign-in.ts";

const people = new WeakMap<FastifyRequest, Person>();

/** The person who sent a request, as others read it. Undefined without sign-in. */
export const nameSignedInPerson = (request: FastifyRequest): string | undefined => {
  const person = people.get(request);
  return person === undefined ? undefined : namePerson(person);
};

/** The ID of the person who sent a request. Undefined without sign-in. */
export const readPersonId = (request: FastifyRequest): string | undefined =>
  people.get(request)?.id;

/** Why the role of the person who sent a request forbids something; undefined without sign-in, or if it is allowed. */
export const whyPersonMayNot = (
  request: FastifyRequest,
  permission: Permission,
): string | undefined => {
  const person = people.get(request);
  return person && whyRoleForbids(person.role, permission);
};

/** Called once for each request that passed the guard. */
const rememberPerson = (request: FastifyRequest, person: Person): void => {
  people.set(request, person);
};

declare module "fastify" {
  interface FastifyContextConfig {
    /** The people who may call a route under /api or /gateway; it has no default. */
    permission?: Permission | "everyone";
  }
}

/** Whether an address is the gateway's own, and not a file of the console or a health check. */
export const isData = (url: string): boolean => /^\/(?:api|gateway)(?:[/?]|$)/.test(url);

const retryAfterSeconds = 5;

/** Records that a role doesn't allow a request. */
type RecordRefusal = (request: FastifyRequest, reason: string, person: string | undefined) => void;

const explain = ({ why, withoutRole }: Found & { person: undefined }): string => {
  if (withoutRole !== undefined) return whyWithoutRole(withoutRole);
  return why === "the session has ended"
    ? "Your session has ended. Sign in again."
    : "Sign in to continue.";
};

/** Why the request is refused; undefined if the person may do this. */
const whyRefused = (found: Found, permission: Permission): Failure | undefined => {
  if (found.person === undefined) return { kind: "signed-out", detail: explain(found) };
  const reason = whyRoleForbids(found.person.role, permission);
  return reason === undefined ? undefined : { kind: "role-too-low", detail: reason };
};

const findPerson = async (signIn: SignIn, request: FastifyRequest): Promise<Found | Failure> => {
  try {
    return await signIn.find(request, isWork(request));
  } catch (error) {
    request.log.error({ code: codeOf(error) }, "could not read a session");
    return { kind: "memory-unavailable", retryAfter: retryAfterSeconds };
  }
};

/**
 * Lets only people through whose role allows a route, before anything else is done for the request. Every route with
 * data names who may call it; one that doesn't prevents the start.
 *
 * Hooks that refuse are written with callbacks. After an async one that has answered, Fastify continues with the handler
 * if the client disconnects before the whole response is sent.
 */
export const guardPeople = (
  app: FastifyInstance,
  signIn: SignIn | undefined,
  answering: Answering,
  recordRefusal?: RecordRefusal,
): void => {
  app.addHook("onRoute", ({ url, config }) => {
    if (isData(url) && config?.permission === undefined)
      throw new Error(`The route ${url} does not name who may call it.`);
  });
  if (signIn === undefined) return;
  const refuse = createRefuse(answering, recordRefusal);
  /** Refused unless their body shows that they only read. */
  const doubtful = new WeakMap<FastifyRequest, Failure>();
  const passes = async (
    request: FastifyRequest,
    reply: FastifyReply,
    permission: Permission,
  ): Promise<boolean> => {
    const found = await findPerson(signIn, request);
    const failure = "kind" in found ? found : whyRefused(found, permission);
    if (!("kind" in found) && found.person !== undefined) rememberPerson(request, found.person);
    if (failure === undefined) return true;
    if (failure.kind === "role-too-low" && permission.readsWith !== undefined) {
      doubtful.set(request, failure);
      return true;
    }
    refuse(request, reply, failure, "why" in found ? found.why : undefined);
    return false;
  };
  app.addHook("onRequest", (request, reply, done) => {
    const { permission = "everyone" } = request.routeOptions.config;
    if (permission === "everyone") return done();
    void passes(request, reply, permission).then((passed) => {
      if (passed) done();
    }, done);
  });
  app.addHook("preHandler", (request, reply, done) => {
    const failure = doubtful.get(request);
    if (failure === undefined || onlyReads(request)) done();
    else refuse(request, reply, failure);
  });
};

const onlyReads = ({ body, routeOptions }: FastifyRequest): boolean => {
  const { permission } = routeOptions.config;
  const parsed = body as ParsedJson | undefined;
  return (
    parsed?.kind === "json" &&
    typeof permission === "object" &&
    changesNothing(permission, parsed.value)
  );
};

const createRefuse =
  (answering: Answering, recordRefusal: RecordRefusal | undefined) =>
  (request: FastifyRequest, reply: FastifyReply, failure: Failure, why?: string): void => {
    const { url, method } = request.routeOptions;
    const facts = { kind: failure.kind, why, route: `${String(method)} ${url}` };
    const person = nameSignedInPerson(request);
    request.log.warn({ ...facts, person }, "refused a person");
    if (failure.kind === "role-too-low") recordRefusal?.(request, failure.detail ?? "", person);
    answerProblem(reply, failure, answering);
  };
