import { type PageState, pageStateId } from "#contract/page-state.ts";

const readPageState = (): PageState | undefined => {
  const text = globalThis.document?.getElementById(pageStateId)?.textContent;
  return text ? (JSON.parse(text) as PageState) : undefined;
};

/**
 * What the gateway wrote into this page. Another person or another upstream is another page. Where there is none, as in a
 * worker, it is that of the embedded service without sign-in.
 */
export const pageState: PageState = readPageState() ?? {
  session: { signIn: "none", person: null, expiresAt: null, idleUntil: null },
  connection: null,
  served: {},
  currency: null,
  reviewsRules: false,
  preferences: {},
};

/** The upstream in the names of what this browser stores. The port of the embedded service may change. */
export const nameUpstream = ({ connection }: Pick<PageState, "connection"> = pageState): string =>
  connection === null || connection.embedded ? "embedded" : connection.baseUrl;
