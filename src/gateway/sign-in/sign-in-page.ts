import type { FastifyReply } from "fastify";
import { signInPath } from "#contract/people.ts";
import { plainPageHeaders, writePlainPage } from "#gateway/server/plain-page.ts";
import type { SignInFailure } from "./oidc-provider.ts";

/** The page of a sign-in that failed: why, and a link to try again. */
export const sendSignInPage = (
  reply: FastifyReply,
  { status, title = "Sign-in failed", reason, canReload }: Omit<SignInFailure, "cause">,
  returnTo: string,
): FastifyReply => {
  const requestId = reply.request.id;
  const link = canReload
    ? { text: "Try again", href: "" }
    : { text: "Sign in again", href: `${signInPath}?returnTo=${encodeURIComponent(returnTo)}` };
  return reply
    .code(status)
    .headers({ ...plainPageHeaders, "x-request-id": requestId })
    .send(writePlainPage({ title, paragraphs: [reason], link, requestId }));
};
