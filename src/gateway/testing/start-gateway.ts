import type { FastifyInstance } from "fastify";
import { createGateway } from "#gateway/gateway.ts";
import { listenOnLoopback } from "#gateway/server/listen.ts";

type GatewayOptions = Parameters<typeof createGateway>[0];

export interface TestGateway {
  readonly app: FastifyInstance;
  readonly origin: string;
  readonly port: number;
  /** A call as the console makes it. */
  call(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/** A token that no test data contains by chance. */
export const canary = "cAnary-7f3/9+zQ=tok";

/** A gateway on a real socket in front of an upstream; without a rate limit unless the test is about it. */
export const startGateway = async (
  options: Omit<GatewayOptions, "upstream"> & {
    upstream: Partial<GatewayOptions["upstream"]> & { baseUrl: string };
  },
): Promise<TestGateway> => {
  const app = await createGateway({
    ...options,
    upstream: { accountToken: canary, rateLimit: 0, ...options.upstream },
  });
  let closing: Promise<unknown> | undefined;
  const origin = await listenOnLoopback(app, "127.0.0.1", 0);
  return {
    app,
    origin,
    port: Number(new URL(origin).port),
    call: async (path, init = {}) =>
      fetch(origin + path, {
        ...init,
        redirect: "manual",
        headers: {
          "x-requested-by": "test",
          ...(init.headers as Record<string, string> | undefined),
        },
      }),
    close: async () => {
      closing ??= app.close();
      await closing;
    },
  };
};

/** A JSON body as the console sends it. */
export const patch = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: "PATCH",
  headers: { "content-type": "application/json", ...headers },
  body: typeof body === "string" ? body : JSON.stringify(body),
});
