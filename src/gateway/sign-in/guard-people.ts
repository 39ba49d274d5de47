import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Permission, whyRoleForbids } from "#contract/people.ts";
import { answerProblem, type Answering } from "#gateway/answer-request.ts";
import type { Failure } from "#gateway/problems.ts";
import { rememberPerson } from "./signed-in-person.ts";
import { type Found, isWork, type SignIn } from "./sign-in.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Who may call a route under /api or /gateway; it has no default. */
    permission?: Permission | "everyone";
  }
}

const isData = (url: string): boolean => /^\/(?:api|gateway)(?:\/|$)/.test(url);

const retryAfterSeconds = 5;

const explanations: Readonly<Record<string, string>> = {
  "the session has ended": "Your session has ended. Sign in again.",
  "no-role": "Your account has no role in this console. Ask an administrator for one.",
};

/** Why the request is refused; undefined if the person may do this. */
const judge = (found: Found, permission: Permission): Failure | undefined => {
  if (found.person === undefined)
    return { kind: "signed-out", detail: explanations[found.why] ?? "Sign in to continue." };
  const reason = whyRoleForbids(found.person.role, permission);
  return reason === undefined ? undefined : { kind: "role-too-low", detail: reason };
};

const findPerson = async (signIn: SignIn, request: FastifyRequest): Promise<Found | Failure> => {
  try {
    return await signIn.find(request, isWork(request));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    request.log.error({ code }, "could not read a session");
    return { kind: "memory-unavailable", retryAfter: retryAfterSeconds };
  }
};

/**
 * Lets only people through whose role allows a route, before anything else is done for the request. Every route with
 * data names who may call it; one that doesn't prevents the start.
 */
export const guardPeople = (
  app: FastifyInstance,
  signIn: SignIn | undefined,
  answering: Answering,
): void => {
  app.addHook("onRoute", ({ url, config }) => {
    if (isData(url) && config?.permission === undefined)
      throw new Error(`The route ${url} does not name who may call it.`);
  });
  if (signIn === undefined) return;
  app.addHook("onRequest", async (request, reply) => {
    const { permission = "everyone" } = request.routeOptions.config;
    if (permission === "everyone") return;
    const found = await findPerson(signIn, request);
    const failure = "kind" in found ? found : judge(found, permission);
    if (failure !== undefined) {
      if (!("kind" in found)) logRefusal(request, found, permission);
      await answerProblem(reply, failure, answering);
      return;
    }
    if (!("kind" in found) && found.person !== undefined) rememberPerson(request, found.person);
  });
};

const logRefusal = (request: FastifyRequest, found: Found, { summary, role }: Permission): void => {
  if (found.person === undefined)
    request.log.warn({ why: found.why, summary }, "refused: signed out");
  else
    request.log.warn(
      { person: found.person.id, role: found.person.role, needs: role, summary },
      "refused: role too low",
    );
};
