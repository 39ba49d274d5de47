import type { FastifyReply } from "fastify";
import { signInPath } from "#contract/people.ts";
import { plainPageHeaders, writePlainPage } from "#gateway/plain-page.ts";

/** The page of a sign-in that failed: why, and a link to try again. */
export const sendSignInPage = (
  reply: FastifyReply,
  status: number,
  { reason, returnTo }: { readonly reason: string; readonly returnTo: string },
): FastifyReply => {
  const requestId = reply.request.id;
  const link = {
    text: "Sign in again",
    href: `${signInPath}?returnTo=${encodeURIComponent(returnTo)}`,
  };
  return reply
    .code(status)
    .headers({ ...plainPageHeaders, "x-request-id": requestId })
    .send(writePlainPage({ title: "Sign-in failed", paragraphs: [reason], link, requestId }));
};
