import { createMalformedHandler } from "#http/server-options.ts";
import { plainPageHeaders } from "./plain-page.ts";
import { isNavigation, writeProblemPage } from "./problem-page.ts";
import { describeProblem, problemContentType } from "./problems.ts";

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
