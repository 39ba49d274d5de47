import { generateKeyPairSync, sign } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Claims = Readonly<Record<string, unknown>>;

/** A provider that signs whatever a test tells it to. */
export interface FakeIssuer {
  readonly issuer: string;
  readonly clientId: string;
  /** The claims of the next ID token, in addition to or in place of the usual ones. */
  claim(claims: Claims): void;
  /** The answer of the userinfo endpoint; without one there is no such endpoint. */
  inform(claims: Claims): void;
  /** The key of the next ID token is one that the provider does not publish. */
  forge(): void;
  /** The token endpoint answers with this status. */
  fail(status: number): void;
  close(): Promise<void>;
}

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

const createKey = () => generateKeyPairSync("ec", { namedCurve: "P-256" });

const answer = (response: ServerResponse, status: number, value: unknown): void => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
};

export const startFakeIssuer = async (hasUserinfo = false): Promise<FakeIssuer> => {
  const [key, other] = [createKey(), createKey()];
  const clientId = "console";
  let claims: Claims = {};
  let info: Claims = {};
  let isForged = false;
  let failure: number | undefined;

  const createToken = (issuer: string): string => {
    const now = Math.floor(Date.now() / 1_000);
    const usual = { iss: issuer, aud: clientId, sub: "ada", iat: now, exp: now + 60 };
    const content = `${base64({ alg: "ES256", kid: "1" })}.${base64({ ...usual, ...claims })}`;
    const { privateKey } = isForged ? other : key;
    const signature = sign("sha256", Buffer.from(content), {
      key: privateKey,
      dsaEncoding: "ieee-p1363",
    });
    return `${content}.${signature.toString("base64url")}`;
  };
  const server = createServer((request, response) => {
    const answers: Readonly<Record<string, () => unknown>> = {
      "/.well-known/openid-configuration": () => ({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        end_session_endpoint: `${issuer}/end`,
        ...(hasUserinfo ? { userinfo_endpoint: `${issuer}/info` } : {}),
        id_token_signing_alg_values_supported: ["ES256"],
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
      }),
      "/keys": () => ({
        keys: [{ ...key.publicKey.export({ format: "jwk" }), kid: "1", alg: "ES256", use: "sig" }],
      }),
      "/token": () => ({ access_token: "t", token_type: "Bearer", id_token: createToken(issuer) }),
      "/info": () => info,
    };
    const path = request.url ?? "";
    if (path === "/token" && failure !== undefined)
      answer(response, failure, { error: "invalid_grant" });
    else answer(response, 200, answers[path]?.() ?? {});
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    clientId,
    claim: (next) => {
      claims = next;
    },
    inform: (next) => {
      info = next;
    },
    forge: () => {
      isForged = true;
    },
    fail: (status) => {
      failure = status;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
