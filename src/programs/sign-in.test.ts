import { describe, expect, it } from "vitest";
import type { Problem } from "#contract/errors.ts";
import { sessionPath, signInPath } from "#contract/people.ts";
import { startFreezingProxy, targetBehind } from "#database/testing/freezing-proxy.ts";
import { hashId } from "#gateway/sign-in/sessions.ts";
import { createTestBrowser } from "#testing/browser.ts";
import { hour, isCallback, minute, sessionCookie, signInSetUp } from "#testing/sign-in.ts";

const console = signInSetUp();

describe("signing in", () => {
  it("leads to the provider and back to the asked page, and makes calls possible", async () => {
    const { browser, url, response } = await console.signIn("alex", undefined, "/rmas/5?tab=lines");
    expect([response.status, url]).toEqual([303, `${console.gateway.origin}/rmas/5?tab=lines`]);
    expect(await console.readSession(browser)).toEqual({
      signIn: "oidc",
      person: { id: "alex", name: "Alex Agent", email: "alex@demo.invalid", role: "agent" },
      expiresAt: new Date(console.now + 12 * hour).toISOString(),
      idleUntil: new Date(console.now + 2 * hour).toISOString(),
    });
    expect(await console.statusFor(browser)).toBe(200);
    expect(console.upstream.arrivals.at(-1)?.headers).not.toHaveProperty("cookie");
  });

  it("is needed for data, and not for health and the fact that it is needed", async () => {
    const browser = createTestBrowser();
    for (const path of ["/healthz", "/readyz", sessionPath])
      expect([path, await console.statusFor(browser, path)]).toEqual([path, 200]);
    const response = await browser.call(`${console.gateway.origin}/api/rma`);
    const problem = (await response.json()) as Problem;
    expect([response.status, problem.type]).toEqual([401, "urn:supercargo:problem:signed-out"]);
    expect(response.headers.get("content-type")).toContain("application/problem+json");
    expect(console.lines.join("")).toContain(problem.requestId);
    expect(await console.readSession(browser)).toMatchObject({ signIn: "oidc", person: null });
  });

  it("fault 15: gives a new id, and ends the session that the browser had before", async () => {
    const browser = createTestBrowser();
    const planted = `supercargo-session-${console.gateway.port}`;
    browser.setCookie(console.gateway.origin, planted, "planted");
    await console.signIn("vera", browser);
    const first = sessionCookie(browser, console.gateway);
    expect(first).toMatch(/=[\w-]{43}$/);
    await console.signIn("alex", browser);
    expect(sessionCookie(browser, console.gateway)).not.toBe(first);
    const thief = createTestBrowser();
    thief.setCookie(console.gateway.origin, planted, first.slice(first.indexOf("=") + 1));
    expect([await console.statusFor(thief), await console.statusFor(browser)]).toEqual([401, 200]);
  });

  it("fault 15: works in two tabs at once", async () => {
    const browser = createTestBrowser();
    const pages = ["/rmas", "/returns"].map(
      (page) => `${console.gateway.origin}${signInPath}?returnTo=${page}`,
    );
    const choices = [await browser.visit(pages[0] ?? ""), await browser.visit(pages[1] ?? "")];
    const ends: string[] = [];
    for (const { url } of choices) {
      const back = await browser.visit(url, { form: { person: "alex" }, until: isCallback });
      ends.push((await browser.visit(back.url, { until: () => true })).url);
    }
    expect(ends).toEqual([`${console.gateway.origin}/rmas`, `${console.gateway.origin}/returns`]);
    expect(await console.statusFor(browser)).toBe(200);
  });

  it("names the person in all browsers alike, for the record of changes and the turns in the queue", async () => {
    const [one, two] = [await console.signIn("alex"), await console.signIn("alex")];
    for (const [index, { browser }] of [one, two].entries()) {
      const url = `${console.gateway.origin}/api/purchase-orders/${index + 1}/acknowledge`;
      await browser.call(url, { method: "PATCH" });
    }
    const people = await console.storage.database.sql`select distinct person from gateway.changes`;
    expect([...people]).toEqual([{ person: "Alex Agent (alex)" }]);
  });

  it("stores no session id, and writes none to the log", async () => {
    const { browser } = await console.signIn("alex");
    const id = sessionCookie(browser, console.gateway).split("=")[1] ?? "";
    const stored = JSON.stringify(
      await console.storage.database.sql`select * from gateway.sessions`,
    );
    expect(stored).toContain("alex");
    expect(stored + console.lines.join("")).not.toContain(id);
  });
});

it("fault 40: without the database no one is let in, and calls may be repeated", async () => {
  const { browser } = await console.signIn("ada");
  await console.storage.database.sql`alter table gateway.sessions rename to away`;
  const calls = ["/api/rma", sessionPath].map((path) =>
    browser.call(console.gateway.origin + path),
  );
  for (const response of await Promise.all(calls))
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
  expect((await console.signOut(browser)).status).toBe(503);
  await console.storage.database.sql`alter table gateway.away rename to sessions`;
  expect(await console.statusFor(browser)).toBe(200);
});

it("fault 40: with a database that fell silent, calls of a signed-in person get 503 instead of waiting", async () => {
  const { database } = console.storage;
  const proxy = await startFreezingProxy(database.target);
  const open = async () => {
    const sql = database.connect({ target: targetBehind(database.target, [proxy], 1_000), max: 2 });
    return { sql, close: async () => sql.end({ timeout: 0 }) };
  };
  const cut = await console.start({}, { open });
  const { browser } = await console.signIn("ada");
  const [, id = ""] = sessionCookie(browser, console.gateway).split("=");
  browser.setCookie(cut.origin, `supercargo-session-${cut.port}`, id);
  const read = async () => browser.call(`${cut.origin}/api/rma`);
  expect((await read()).status).toBe(200);
  proxy.freeze();
  // More than there are connections: one waits for another's.
  const responses = await Promise.all([read(), read(), read()]);
  for (const response of responses)
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
  await proxy.close();
});

describe("fault 14: a return from the provider", () => {
  const asked = "/rmas/5?tab=lines&q=caf%C3%A9#history";

  /** Where the failed sign-in's page leads after signing in again. */
  const nextPage = (page: string): string | null => {
    const href = /<a href="([^"]*)">Sign in again</.exec(page)?.[1] ?? "";
    return new URL(href.replaceAll("&amp;", "&"), console.gateway.origin).searchParams.get(
      "returnTo",
    );
  };

  const withParameter = (url: string, name: string, value: string | null): string => {
    const changed = new URL(url);
    if (value === null) changed.searchParams.delete(name);
    else changed.searchParams.set(name, value);
    return changed.href;
  };

  it.each<[string, (callback: string, other: string) => string]>([
    ["without a state", (url) => withParameter(url, "state", null)],
    ["with another state", (url) => withParameter(url, "state", "another")],
    ["without a code", (url) => withParameter(url, "code", null)],
    ["with an invented code", (url) => withParameter(url, "code", "invented")],
    ["with a foreign issuer", (url) => withParameter(url, "iss", "https://evil.test")],
    [
      "with the code of another sign-in, and so with another PKCE verifier",
      (url, other) => withParameter(url, "code", new URL(other).searchParams.get("code")),
    ],
    [
      "with a refusal",
      (url) => withParameter(withParameter(url, "code", null), "error", "access_denied"),
    ],
    ["without anything", (url) => url.slice(0, url.indexOf("?"))],
  ])("%s is refused", async (_, change) => {
    const browser = createTestBrowser();
    const callback = await console.reachCallback(browser, "ada", asked);
    const other = await console.reachCallback(browser, "ada");
    const changed = change(callback, other);
    const { response } = await browser.visit(changed);
    expect(response.status).toBe(400);
    const page = await response.text();
    expect(page).toContain("Sign-in failed");
    const isOfThisSignIn = changed.includes(new URL(callback).searchParams.get("state") ?? "");
    expect(nextPage(page)).toBe(isOfThisSignIn ? asked : "/");
    expect(await console.statusFor(browser)).toBe(401);
    expect(console.lines.join("")).toContain("a sign-in failed");
  });

  it("that is repeated is refused, and changes nothing", async () => {
    const browser = createTestBrowser();
    const callback = await console.reachCallback(browser, "ada", asked);
    expect((await browser.visit(callback, { until: () => true })).response.status).toBe(303);
    const { response } = await browser.visit(callback);
    expect([response.status, nextPage(await response.text())]).toEqual([400, asked]);
    expect(await console.statusFor(browser)).toBe(200);
  });

  it("in another browser is refused, and does not tell the asked page", async () => {
    const callback = await console.reachCallback(createTestBrowser(), "ada", asked);
    const victim = createTestBrowser();
    await console.reachCallback(victim, "vera");
    const { response } = await victim.visit(callback);
    expect([response.status, nextPage(await response.text())]).toEqual([400, "/"]);
    expect(await console.statusFor(victim)).toBe(401);
  });

  it.each([
    ["an empty cookie", "", undefined],
    ["a cookie of one's own choice", "chosen", "chosen"],
  ])("of a sign-in that was begun with %s is refused in another browser", async (_, own, other) => {
    const { gateway } = console;
    const name = `supercargo-sign-in-${gateway.port}`;
    const attacker = createTestBrowser();
    attacker.setCookie(gateway.origin, name, own);
    const callback = await console.reachCallback(attacker, "ada");
    const victim = createTestBrowser();
    if (other !== undefined) victim.setCookie(gateway.origin, name, other);
    expect((await victim.visit(callback)).response.status).toBe(400);
    expect(await console.statusFor(victim)).toBe(401);
    // The browser that began it was given a cookie.
    expect((await attacker.visit(callback, { until: () => true })).response.status).toBe(303);
  });

  it("that comes too late is refused, and the asked page is known for a day", async () => {
    const browser = createTestBrowser();
    const callback = await console.reachCallback(browser, "ada", asked);
    for (const [passed, page] of [
      [15 * minute, asked],
      [23 * hour, asked],
      [hour, "/"],
    ] as const) {
      console.passTime(passed);
      await console.reachCallback(createTestBrowser(), "vera");
      const { response } = await browser.visit(callback);
      expect([response.status, nextPage(await response.text())]).toEqual([400, page]);
    }
  });

  it("is repeated as it is after the database was away", async () => {
    const browser = createTestBrowser();
    const callback = await console.reachCallback(browser, "ada", asked);
    await console.storage.database.sql`alter table gateway.sign_ins rename to away`;
    const { response } = await browser.visit(callback);
    expect([response.status, await response.text()]).toEqual([
      503,
      expect.stringContaining('<a href="">Try again</a>'),
    ]);
    await console.storage.database.sql`alter table gateway.away rename to sign_ins`;
    const { url } = await browser.visit(callback, { until: () => true });
    expect(url).toBe(console.gateway.origin + asked);
  });

  it("has its place taken by another when there are too many: ended ones first, then the oldest", async () => {
    const browser = createTestBrowser();
    const [ended, used, pending] = [
      await console.reachCallback(browser, "ada", asked),
      await console.reachCallback(browser, "ada", asked),
      await console.reachCallback(browser, "ada", asked),
    ];
    const { sql } = console.storage.database;
    const hashOf = (url: string) => hashId(new URL(url).searchParams.get("state") ?? "");
    await sql`update gateway.sign_ins set expires_at = ${new Date(console.now)} where state_hash = ${hashOf(ended)}`;
    await browser.visit(used, { until: () => true });
    const fill = async (usedAt: Date | null) => sql`
      insert into gateway.sign_ins
      select int4send(n), ''::bytea, '', '', '/', now() + interval '1 hour', ${usedAt}
      from generate_series(1, 10_000) as n`;
    await fill(new Date(console.now));
    await console.reachCallback(browser, "vera");
    expect(
      await sql`
        select from gateway.sign_ins where used_at is not null or state_hash = ${hashOf(ended)}`,
    ).toHaveLength(0);
    const { url } = await browser.visit(pending, { until: () => true });
    expect(url).toBe(console.gateway.origin + asked);
    const oldest = await console.reachCallback(browser, "ada", asked);
    await fill(null);
    const newest = await console.reachCallback(browser, "vera");
    const statuses = [oldest, newest].map(async (callback) => {
      const { response } = await browser.visit(callback, { until: () => true });
      return response.status;
    });
    expect(await Promise.all(statuses)).toEqual([400, 303]);
    expect(await sql`select from gateway.sign_ins`).toHaveLength(10_000);
  });
});
