import { createHash } from "node:crypto";
import type { Issue, Outcome, Problem } from "#contract/errors.ts";
import { maxHeaderBytes } from "#contract/limits.ts";

/** All problems of the gateway: default status, title and outcome. */
const kinds = {
  "bad-request": { status: 400, title: "The request is invalid", outcome: "refused" },
  "cross-site": {
    status: 403,
    title: "Requests from other sites are not allowed",
    outcome: "refused",
  },
  "host-replaced": {
    status: 403,
    title: "The console doesn't know its public address",
    outcome: "refused",
  },
  "unknown-path": { status: 404, title: "This address doesn't exist", outcome: "refused" },
  "unknown-method": {
    status: 405,
    title: "This address doesn't support this method",
    outcome: "refused",
  },
  "too-large": { status: 413, title: "The request is too large", outcome: "refused" },
  "unsupported-body": {
    status: 415,
    title: "The body must be uncompressed JSON",
    outcome: "refused",
  },
  misdirected: { status: 421, title: "This host name is not allowed", outcome: "refused" },
  "signed-out": { status: 401, title: "You are signed out", outcome: "refused" },
  "role-too-low": { status: 403, title: "Your role doesn't allow this", outcome: "refused" },
  "token-missing": {
    status: 401,
    title: "No token is configured for this operation",
    outcome: "refused",
  },
  "token-refused": { status: 401, title: "The API rejected the token", outcome: "refused" },
  "upstream-refused": { status: 502, title: "The API rejected the request", outcome: "refused" },
  "upstream-error": { status: 502, title: "The API had an error", outcome: "refused" },
  "upstream-unreachable": { status: 502, title: "The API can't be reached", outcome: "refused" },
  "upstream-failed": { status: 502, title: "The API did not respond", outcome: "refused" },
  "outcome-unknown": {
    status: 502,
    title: "Status unknown: the change may have been made",
    outcome: "unknown",
  },
  "upstream-invalid": { status: 502, title: "The API's response is invalid", outcome: "invalid" },
  "record-changed": {
    status: 412,
    title: "The record has changed since it was loaded",
    outcome: "refused",
  },
  "rate-limited": { status: 429, title: "The API's rate limit is reached", outcome: "refused" },
  "queue-full": { status: 503, title: "Too many requests are waiting", outcome: "refused" },
  "queue-left": {
    status: 503,
    title: "The request was canceled before it was sent",
    outcome: "refused",
  },
  "run-under-way": {
    status: 409,
    title: "These orders are already being received",
    outcome: "refused",
  },
  "run-not-unknown": {
    status: 409,
    title: "This run doesn't need to be settled",
    outcome: "refused",
  },
  "not-candidates": {
    status: 409,
    title: "Some of these orders can't be part of this run",
    outcome: "refused",
  },
  "key-reused": {
    status: 422,
    title: "This Idempotency-Key was used for another change",
    outcome: "refused",
  },
  "change-under-way": {
    status: 409,
    title: "This change is still in progress",
    outcome: "unknown",
  },
  "already-made": {
    status: 409,
    title: "This change was already made, and its response isn't stored",
    outcome: "unknown",
  },
  "change-not-unknown": {
    status: 409,
    title: "This change doesn't need to be settled",
    outcome: "refused",
  },
  "reviewer-needed": {
    status: 403,
    title: "Another editor must review this change",
    outcome: "refused",
  },
  "review-ended": {
    status: 409,
    title: "This change doesn't wait for review any more",
    outcome: "refused",
  },
  "memory-unavailable": {
    status: 503,
    title: "The gateway's database is not responding, so nothing was sent",
    outcome: "refused",
  },
  "memory-full": {
    status: 503,
    title: "The disk of the gateway's database is full, so nothing was sent",
    outcome: "refused",
  },
  "memory-failed": {
    status: 503,
    title: "The gateway's database is not responding",
    outcome: "unknown",
  },
  stopping: { status: 503, title: "The gateway is stopping", outcome: "refused" },
  internal: { status: 500, title: "The gateway failed", outcome: "unknown" },
} as const satisfies Record<string, { status: number; title: string; outcome: Outcome }>;

export type ProblemKind = keyof typeof kinds;

/** A problem that is not yet assigned to a request. */
export interface Failure {
  readonly kind: ProblemKind;
  readonly status?: number;
  readonly detail?: string;
  readonly issues?: readonly Issue[];
  readonly retryAfter?: number;
  readonly tokens?: readonly string[];
  readonly outcome?: Outcome;
  readonly runId?: number;
  readonly code?: string;
}

export const problemContentType = "application/problem+json; charset=utf-8";

/** RFC 9457 problem details. */
export const describeProblem = (failure: Failure, requestId: string): Problem => {
  const { kind, issues, tokens, ...details } = failure;
  const { status, title, outcome } = kinds[kind];
  return {
    type: `urn:supercargo:problem:${kind}`,
    title,
    status,
    outcome,
    requestId,
    ...details,
    ...(issues && { issues: [...issues] }),
    ...(tokens && { tokens: [...tokens] }),
  };
};

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { display: grid; place-content: center; min-height: 90vh; margin: 0; padding: 1rem; }
main { max-width: 26rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 0.5rem; }
p { margin: 0 0 0.5rem; overflow-wrap: anywhere; }
a { display: inline-block; margin-top: 0.5rem; padding: 0.5rem 1rem; border-radius: 0.25rem; background: #1864ab; color: #fff; text-decoration: none; }
a:focus-visible { outline: 2px solid; outline-offset: 2px; }
small { display: block; margin-top: 1.5rem; overflow-wrap: anywhere; }
`;

const styleHash = createHash("sha256").update(style).digest("base64");

/** The headers of such a page: nothing runs in it, nothing loads, and no other page contains it. */
export const plainPageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
} as const;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? "");

interface PlainPage {
  readonly title: string;
  /** What happened and what to do. */
  readonly paragraphs: readonly string[];
  readonly link?: { readonly text: string; readonly href: string } | undefined;
  readonly requestId: string;
}

/**
 * The same page in place of the one that requested a script: its own files are refused, so that nothing else would say
 * why. Browsers run it only where the requesting page is the console's own.
 */
const writePlainScript = ({ title, paragraphs, requestId }: PlainPage): string => {
  const elements = [
    ["h1", title],
    ...paragraphs.map((text) => ["p", text]),
    ["small", `Request ID: ${requestId}`],
  ];
  return `document.title = ${JSON.stringify(title)} + " - Supercargo";
const sheet = new CSSStyleSheet();
sheet.replaceSync(${JSON.stringify(style)});
document.adoptedStyleSheets = [sheet];
const main = document.createElement("main");
for (const [name, text] of ${JSON.stringify(elements)})
  main.appendChild(document.createElement(name)).textContent = text;
document.body.replaceChildren(main);
`;
};

/** A page that works without the console's files. */
export const writePlainPage = ({ title, paragraphs, link, requestId }: PlainPage): string =>
  `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)} - Supercargo</title><style>${style}</style></head>
<body><main>
<h1>${escape(title)}</h1>
${paragraphs.map((text) => `<p>${escape(text)}</p>\n`).join("")}${link === undefined ? "" : `<a href="${escape(link.href)}">${escape(link.text)}</a>\n`}<small>Request ID: ${escape(requestId)}</small>
</main></body>
</html>
`;

/** Whether a browser opens the address, and would show JSON as it is. The console's own calls accept JSON only. */
export const isNavigation = (method: string | undefined, accept: string | undefined): boolean =>
  (method === "GET" || method === "HEAD") && /\btext\/html\b/i.test(accept ?? "");

const overview = { text: "Go to the overview", href: "/" };
const again = { text: "Try again", href: "" };

interface Advice {
  /** Replaces the problem's title and detail where these address programs. */
  readonly title?: string;
  readonly text: string;
  readonly link?: { readonly text: string; readonly href: string };
}

const inAMoment: Advice = { text: "Wait a few seconds, then try again.", link: again };

const adviceByKind: Partial<Record<ProblemKind, Advice>> = {
  "bad-request": {
    title: "This address can't be read",
    text: "The link may be damaged or cut off. Check the address, or start from the overview.",
    link: overview,
  },
  "cross-site": {
    title: "This isn't a page of the console",
    text: "The address is for programs, or another site sent the browser here. Start from the overview.",
    link: overview,
  },
  // A link would lead to the same host.
  misdirected: {
    text: "Open the console at its usual address. Its administrator sets the address as PUBLIC_URL, and lets a reverse proxy pass the Host header on.",
  },
  "host-replaced": {
    text: "Until then, the console can't tell its own requests from those of other sites, and refuses them.",
  },
  "memory-unavailable": inAMoment,
  "memory-failed": inAMoment,
  stopping: inAMoment,
  internal: inAMoment,
};

const otherwise: Advice = {
  text: "Only the console's own screens can be opened in a browser. Start from the overview.",
  link: overview,
};

const tooManyCookies: Advice = {
  title: "The browser sent too many cookies",
  text: `The headers are larger than ${maxHeaderBytes / 1_024} KB, usually because of cookies that other programs at the same host name have set. Delete the cookies of this site in the browser, then try again.`,
  link: again,
};

const describePage = (kind: ProblemKind, problem: Problem): PlainPage => {
  const { status, detail, requestId } = problem;
  const { title, text, link } = status === 431 ? tooManyCookies : (adviceByKind[kind] ?? otherwise);
  const paragraphs = title === undefined && detail !== undefined ? [detail, text] : [text];
  return { title: title ?? problem.title, paragraphs, link, requestId };
};

/** A problem as a page for the browser's window: what happened and what to do. */
export const writeProblemPage = (kind: ProblemKind, problem: Problem): string =>
  writePlainPage(describePage(kind, problem));

/** Whether the request is for code of the console's page, which stays an empty frame without it. */
export const isCodeRefused = (kind: ProblemKind, path: string): boolean =>
  kind === "host-replaced" && path.startsWith("/assets/") && path.endsWith(".js");

/** A problem as a script, which shows it in the page that requested code. */
export const writeProblemScript = (kind: ProblemKind, problem: Problem): string =>
  writePlainScript(describePage(kind, problem));
