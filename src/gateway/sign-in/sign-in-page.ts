import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { signInPath } from "#contract/people.ts";

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { display: grid; place-content: center; min-height: 90vh; margin: 0; padding: 1rem; }
main { max-width: 26rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 0.5rem; }
a { display: inline-block; margin-top: 1rem; padding: 0.5rem 1rem; border-radius: 0.25rem; background: #1864ab; color: #fff; text-decoration: none; }
a:focus-visible { outline: 2px solid; outline-offset: 2px; }
small { display: block; margin-top: 1.5rem; overflow-wrap: anywhere; }
`;

const styleHash = createHash("sha256").update(style).digest("base64");

const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? "");

/** The page of a sign-in that failed: why, and a link to try again. It works without the console's files. */
export const sendSignInPage = (
  reply: FastifyReply,
  status: number,
  { reason, returnTo }: { readonly reason: string; readonly returnTo: string },
): FastifyReply =>
  reply
    .code(status)
    .header("content-type", "text/html; charset=utf-8")
    .header("content-security-policy", policy)
    .header("cache-control", "no-store")
    .header("x-request-id", reply.request.id).send(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign-in failed - Supercargo</title><style>${style}</style></head>
<body><main>
<h1>Sign-in failed</h1>
<p>${escape(reason)}</p>
<a href="${signInPath}?returnTo=${encodeURIComponent(returnTo)}">Sign in again</a>
<small>Request ID: ${escape(reply.request.id)}</small>
</main></body>
</html>
`);
