import { generateKeyPairSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type Configuration } from "oidc-provider";
import { type Role, roleTexts, signInCallbackPath } from "#contract/people.ts";

/** A sign-in provider on this machine with four people; anyone who reaches it can be any of them. */
export interface DemoTeam {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  /** Names of the people, with their roles. */
  readonly members: readonly string[];
  close(): Promise<void>;
}

interface Member {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

/** One person for each role. */
const demoMembers: readonly Member[] = [
  { id: "vera", name: "Vera Viewer", role: "viewer" },
  { id: "alex", name: "Alex Agent", role: "agent" },
  { id: "eddie", name: "Eddie Editor", role: "editor" },
  { id: "ada", name: "Ada Admin", role: "admin" },
];

const clientId = "supercargo";
const scope = "openid profile email roles";

const hour = 3_600;
const lifetimes = {
  AccessToken: hour,
  AuthorizationCode: 60,
  Grant: hour,
  IdToken: hour,
  Interaction: hour,
  Session: hour,
} as const;

const createKey = () => ({
  ...generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" }),
  alg: "ES256",
  use: "sig",
});

const findAccount: Configuration["findAccount"] = (_context, id) => {
  const member = demoMembers.find((one) => one.id === id);
  if (member === undefined) return undefined;
  const { name, role } = member;
  return {
    accountId: id,
    claims: () => ({ sub: id, name, email: `${id}@demo.invalid`, roles: [role] }),
  };
};

/** No page asks for consent: the console is the provider's only client. */
const grantEverything: Configuration["loadExistingGrant"] = async ({ oidc }) => {
  const { client, session, provider } = oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(scope);
  await grant.save();
  return grant;
};

const choosePath = "/choose/";

const configuration = (clientSecret: string): Configuration => ({
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      // Native: its addresses on this machine are allowed with any port.
      application_type: "native",
      redirect_uris: ["127.0.0.1", "localhost", "[::1]"].map(
        (host) => `http://${host}${signInCallbackPath}`,
      ),
      id_token_signed_response_alg: "ES256",
    },
  ],
  jwks: { keys: [createKey()] },
  enabledJWA: { idTokenSigningAlgValues: ["ES256"] },
  cookies: { keys: [randomBytes(32).toString("hex")] },
  claims: { openid: ["sub"], profile: ["name"], email: ["email"], roles: ["roles"] },
  ttl: lifetimes,
  features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
  interactions: { url: (_context, { uid }) => choosePath + uid },
  findAccount,
  loadExistingGrant: grantEverything,
});

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 26rem; margin: 12vh auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0; }
button { display: block; width: 100%; margin-top: 0.75rem; padding: 0.75rem 1rem; border: 1px solid; border-radius: 0.25rem; background: transparent; color: inherit; font: inherit; text-align: left; cursor: pointer; }
button:hover, button:focus-visible { outline: 2px solid; }
b, span { display: block; }`;

const buttons = demoMembers
  .map(
    ({ id, name, role }) =>
      `<button name="person" value="${id}"><b>${name}</b><span>${roleTexts[role].may}</span></button>`,
  )
  .join("\n");

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Demo team</title><style>${style}</style></head>
<body><main><h1>Sign in as</h1><p>This page is part of the demo team. It asks for no password and works on this machine only.</p>
<form method="post">${buttons}</form></main></body>
</html>
`;

const readForm = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = "";
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > 1_000) break;
  }
  return new URLSearchParams(text);
};

/** The page on which a person is chosen, and the choice. */
const choose = async (
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  await provider.interactionDetails(request, response);
  if (request.method !== "POST") {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
    return;
  }
  const accountId = (await readForm(request)).get("person") ?? "";
  // Native clients always need a consent; choosing a person counts as one.
  await provider.interactionFinished(request, response, { login: { accountId }, consent: {} });
};

/** The provider forgets the last sign-in, so that anyone can try all roles in one browser. */
const forgetSession = ({ headers }: IncomingMessage): void => {
  const kept = (headers.cookie ?? "").split(/; ?/).filter((pair) => !pair.startsWith("_session"));
  headers.cookie = kept.join("; ");
};

/** Starts the provider on a free port of this machine. */
export async function runDemoTeam(): Promise<DemoTeam> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clientSecret = randomBytes(32).toString("hex");
  const provider = new Provider(issuer, configuration(clientSecret));
  const serve = provider.callback();
  server.on("request", (request, response) => {
    forgetSession(request);
    if (request.url?.startsWith(choosePath) !== true) {
      void serve(request, response);
      return;
    }
    choose(provider, request, response).catch(() => {
      response.writeHead(400, { "content-type": "text/plain" });
      response.end("This sign-in has expired. Start again in the console.");
    });
  });
  return {
    issuer,
    clientId,
    clientSecret,
    scope,
    members: demoMembers.map(({ name, role }) => `${name} (${roleTexts[role].name})`),
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
