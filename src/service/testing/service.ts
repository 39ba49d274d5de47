import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Sql } from "#database/sql.ts";
import { createTestDatabase, type TestDatabase } from "#database/testing/database.ts";
import type { Caller } from "#service/handler.ts";
import { prepareService } from "#service/prepare-service.ts";
import { createService } from "#service/service.ts";
import { createToken } from "#service/tokens.ts";

type ServiceOptions = Parameters<typeof createService>[0];

/** A response in the format of the tests. */
export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined when it is not JSON. */
  readonly json: unknown;
}

export interface TestRequest {
  readonly method?: string;
  /** Used instead of the Account token; null: none. */
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
}

/** A service that listens on loopback, with its own database. */
export interface TestService {
  readonly url: string;
  readonly server: Server;
  readonly sql: Sql;
  readonly database: TestDatabase;
  readonly accountToken: string;
  call(path: string, request?: TestRequest): Promise<TestAnswer>;
  tokenOf(owner: Caller): Promise<string>;
  /** A second process' service on the same database: another server, another pool. */
  another(options?: Partial<ServiceOptions>): Promise<Pick<TestService, "call" | "url">>;
  close(): Promise<void>;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const callerOf =
  (url: string, accountToken: string): TestService["call"] =>
  async (path, { method = "GET", token = accountToken, headers = {}, body, raw } = {}) => {
    const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(token === null ? {} : { "x-api-token": token }),
        ...(content === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(content === undefined ? {} : { body: content }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, json: parsed(text) };
  };

/** Starts a service, by default without a rate limit. */
export const startTestService = async (
  options: Partial<ServiceOptions> = {},
): Promise<TestService> => {
  const database = await createTestDatabase({ name: "service", fill: prepareService });
  const accountToken = await createToken(database.sql, { type: "account" });
  const closers: (() => Promise<unknown>)[] = [];
  const listen = async (sql: Sql, more: Partial<ServiceOptions>) => {
    const app = await createService({ sql, rateLimit: 0, ...options, ...more });
    closers.push(() => app.close());
    await app.listen({ host: "127.0.0.1", port: 0 });
    const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    return { url, server: app.server, call: callerOf(url, accountToken) };
  };
  return {
    ...(await listen(database.sql, {})),
    sql: database.sql,
    database,
    accountToken,
    tokenOf: (owner) => createToken(database.sql, owner),
    another: (more = {}) => listen(database.connect(), more),
    close: async () => {
      await Promise.all(closers.map((close) => close()));
      await database.close();
    },
  };
};
