import type { Problem } from "#contract/errors.ts";
import { maxHeaderBytes } from "#contract/limits.ts";
import { type PlainPage, writePlainPage, writePlainScript } from "./plain-page.ts";
import type { ProblemKind } from "./problems.ts";

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
