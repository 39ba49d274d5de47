import { afterAll, beforeAll, beforeEach } from "vitest";
import {
  type Session,
  sessionPath,
  signInCallbackPath,
  signInPath,
  signOutPath,
} from "#contract/people.ts";
import type { DatabaseOptions } from "#gateway/server/database.ts";
import type { OidcOptions } from "#gateway/sign-in/sign-in-options.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { openTestStorage, post, type TestStorage } from "#gateway/testing/storage.ts";
import { startUpstream, type TestUpstream } from "#gateway/testing/recording-upstream.ts";
import type { TestGateway } from "#gateway/testing/start-gateway.ts";
import { type DemoTeam, runDemoTeam } from "#programs/run-demo-team.ts";
import { createTestBrowser, type TestBrowser } from "./browser.ts";

export const minute = 60_000;
export const hour = 60 * minute;

export const isCallback = (url: string): boolean => new URL(url).pathname === signInCallbackPath;

/** The cookie of a browser's session, as `name=value`; empty without one. */
export const sessionCookie = (browser: TestBrowser, { origin }: TestGateway): string =>
  browser.cookies(origin).find((pair) => pair.includes("-session-")) ?? "";

/** A file's gateways with the demo team as their people; each test has a gateway, an upstream and a clock of its own. */
export const signInSetUp = () => {
  let team: DemoTeam;
  let storage: TestStorage;
  let upstream: TestUpstream;
  let gateway: TestGateway;
  let now: number;
  let lines: string[];
  const keep = keepOpen();

  beforeAll(async () => {
    [team, storage] = await Promise.all([runDemoTeam(), openTestStorage()]);
  });
  afterAll(async () => {
    await team.close();
    await storage.close();
  });

  const start = async (
    options: Partial<OidcOptions> = {},
    database: Partial<DatabaseOptions> = {},
  ): Promise<TestGateway> =>
    keep(
      await storage.gateway(upstream.baseUrl, {
        signIn: {
          kind: "oidc",
          issuer: team.issuer,
          clientId: team.clientId,
          clientSecret: team.clientSecret,
          scope: team.scope,
          roleClaim: "roles",
          roles: new Map(),
          idleMs: 2 * hour,
          lifetimeMs: 12 * hour,
          ...options,
        },
        database,
        wallClock: () => now,
        log: { level: "warn", write: (line) => lines.push(line) },
      }),
    );

  beforeEach(async () => {
    now = Date.now();
    lines = [];
    upstream = keep(await startUpstream());
    gateway = await start();
  });

  /** Signs in up to the address with which the provider sends the browser back. */
  const reachCallback = async (
    browser: TestBrowser,
    person: string,
    returnTo = "/",
  ): Promise<string> => {
    const first = `${gateway.origin}${signInPath}?returnTo=${encodeURIComponent(returnTo)}`;
    const { url } = await browser.visit(first);
    return (await browser.visit(url, { form: { person }, until: isCallback })).url;
  };

  return {
    get gateway() {
      return gateway;
    },
    get upstream() {
      return upstream;
    },
    get storage() {
      return storage;
    },
    /** The lines of the log. */
    get lines() {
      return lines;
    },
    get now() {
      return now;
    },
    passTime: (ms: number) => {
      now += ms;
    },
    /** Another gateway on the same database. */
    start,
    reachCallback,
    signIn: async (person: string, browser = createTestBrowser(), returnTo = "/") => {
      const callback = await reachCallback(browser, person, returnTo);
      const visited = await browser.visit(callback, { until: () => true });
      return { browser, ...visited };
    },
    signOut: async (browser: TestBrowser, everywhere = false) =>
      browser.call(gateway.origin + signOutPath, post({ everywhere })),
    readSession: async (browser: TestBrowser): Promise<Session> =>
      (await (await browser.call(gateway.origin + sessionPath)).json()) as Session,
    statusFor: async (browser: TestBrowser, path = "/api/rma"): Promise<number> =>
      (await browser.call(gateway.origin + path)).status,
  };
};
