import { describe, expect, it } from "vitest";
import { connectionPath } from "#contract/connection.ts";
import { signOutPath } from "#contract/people.ts";
import { eventually } from "#gateway/testing/hold-answers.ts";
import { openRawSocket } from "#gateway/testing/raw-socket.ts";
import { post } from "#gateway/testing/storage.ts";
import { createTestBrowser, type TestBrowser } from "#testing/browser.ts";
import { hour, minute, sessionCookie, signInSetUp } from "#testing/sign-in.ts";

const console = signInSetUp();

describe("a session", () => {
  it("ends after some time without work, however many background requests there are", async () => {
    const { browser } = await console.signIn("alex");
    console.passTime(hour);
    expect(await console.statusFor(browser)).toBe(200);
    console.passTime(2 * hour - 1);
    // The second is the one that a visible tab repeats.
    for (const url of ["/api/rma", connectionPath]) {
      const headers = { priority: "u=6" };
      expect((await browser.call(console.gateway.origin + url, { headers })).status).toBe(200);
    }
    await console.readSession(browser);
    console.passTime(1);
    expect(await console.statusFor(browser)).toBe(401);
    expect(await console.readSession(browser)).toMatchObject({ person: null });
  });

  it("ends after a working day, however much is done", async () => {
    const { browser } = await console.signIn("alex");
    for (let hours = 1; hours < 12; hours += 1) {
      console.passTime(hour);
      expect(await console.statusFor(browser)).toBe(200);
    }
    console.passTime(hour);
    expect(await console.statusFor(browser)).toBe(401);
  });

  it("fault 15: ends at signing out, for a copy of its cookie too, and leaves other browsers' sessions", async () => {
    const [{ browser }, other] = [await console.signIn("alex"), await console.signIn("alex")];
    const thief = createTestBrowser();
    const [name = "", value = ""] = sessionCookie(browser, console.gateway).split("=");
    thief.setCookie(console.gateway.origin, name, value);
    expect(await console.statusFor(thief)).toBe(200);
    expect((await console.signOut(browser)).status).toBe(200);
    expect(
      await Promise.all([browser, thief, other.browser].map((one) => console.statusFor(one))),
    ).toEqual([401, 401, 200]);
    expect(sessionCookie(browser, console.gateway)).toBe("");
  });

  it("ends everywhere, in every gateway, if asked, for that person only", async () => {
    const [one, two, stranger] = [
      await console.signIn("alex"),
      await console.signIn("alex"),
      await console.signIn("vera"),
    ];
    const second = await console.start();
    expect((await console.signOut(one.browser, true)).status).toBe(200);
    expect(await console.statusFor(two.browser)).toBe(401);
    expect(await console.statusFor(stranger.browser)).toBe(200);
    const headers = {
      cookie: sessionCookie(stranger.browser, console.gateway).replace(
        String(console.gateway.port),
        String(second.port),
      ),
    };
    expect((await second.call("/api/rma", { headers })).status).toBe(200);
  });

  it.each([
    ["was idle for too long", 2 * hour, 0],
    ["has expired", 11 * hour, hour],
  ])("that %s still ends the others of its person", async (_, before, after) => {
    const [{ browser }, stranger] = [await console.signIn("alex"), createTestBrowser()];
    console.passTime(before);
    const lost = await console.signIn("alex");
    await console.signIn("vera", stranger);
    console.passTime(after);
    const statuses = () =>
      Promise.all([browser, lost.browser, stranger].map((one) => console.statusFor(one)));
    expect(await statuses()).toEqual([401, 200, 200]);
    expect((await console.signOut(browser, true)).status).toBe(200);
    expect(await statuses()).toEqual([401, 401, 200]);
  });

  it.each<[string, (browser: TestBrowser) => Promise<unknown>]>([
    ["never was", async (browser) => browser.setCookie(console.gateway.origin, "none", "")],
    ["has been signed out", async (browser) => console.signOut(browser)],
    [
      "was invented",
      async (browser) => {
        const [name = ""] = sessionCookie(browser, console.gateway).split("=");
        browser.setCookie(console.gateway.origin, name, "invented");
      },
    ],
    [
      "an administrator ended",
      async () => console.storage.database.sql`
        update gateway.sessions set ended_at = now() where name like 'Alex%'`,
    ],
  ])("that %s ends no other, and says so", async (name, end) => {
    const browser = createTestBrowser();
    if (name !== "never was") await console.signIn("alex", browser);
    await end(browser);
    const lost = await console.signIn("alex");
    const response = await console.signOut(browser, true);
    expect([response.status, await response.json()]).toEqual([
      401,
      expect.objectContaining({
        type: "urn:supercargo:problem:signed-out",
        detail: "Your session had already ended. Sign in, then sign out everywhere.",
      }),
    ]);
    expect(await console.statusFor(lost.browser)).toBe(200);
    expect((await console.signOut(browser)).status).toBe(200);
  });

  it.each([
    ["a full disk", "53100"],
    ["a read-only database", "25006"],
  ])("fault 39: is read with %s, which is logged once a minute", async (_, code) => {
    const { sql } = console.storage.database;
    const { browser } = await console.signIn("alex");
    await sql.script(`create function gateway.refuse_row() returns trigger language plpgsql
      as $$ begin raise 'no' using errcode = '${code}'; end $$`);
    await sql`create trigger refuse_row before update on gateway.sessions
      execute function gateway.refuse_row()`;
    const failures = () => console.lines.filter((line) => line.includes(`"code":"${code}"`));
    const seenAt = async () => {
      const rows = await sql<{ seenAt: string }[]>`
        select seen_at as "seenAt" from gateway.sessions where person_id = 'alex'
        order by created_at desc limit 1`;
      return Date.parse(rows[0]?.seenAt ?? "");
    };
    const start = console.now;
    for (const logged of [1, 2]) {
      console.passTime(minute);
      const calls = [1, 2, 3].map(() => console.statusFor(browser));
      expect([...(await Promise.all(calls)), await console.statusFor(browser)]).toEqual([
        200, 200, 200, 200,
      ]);
      expect(failures()).toHaveLength(logged);
    }
    expect(await seenAt()).toBe(start);
    await sql`drop function gateway.refuse_row cascade`;
    console.passTime(minute);
    expect(await console.statusFor(browser)).toBe(200);
    expect(await seenAt()).toBe(console.now);
  });

  it("fault 49: that is read for a client who leaves meanwhile sends nothing", async () => {
    const { browser } = await console.signIn("alex");
    const { gateway, upstream } = console;
    const open = async () =>
      new Promise<number>((resolve) =>
        gateway.app.server.getConnections((_, count) => resolve(count)),
      );
    const before = await open();
    const { sql } = console.storage.database;
    await sql.begin(async (transaction) => {
      await transaction`lock table gateway.sessions in access exclusive mode`;
      const raw = await openRawSocket(gateway.port);
      const cookie = sessionCookie(browser, gateway);
      raw.write(
        `GET /api/rma/1 HTTP/1.1\r\nHost: 127.0.0.1:${gateway.port}\r\nX-Requested-By: t\r\nCookie: ${cookie}\r\n\r\n`,
      );
      // A transaction sees the same activity each time.
      await eventually(async () => {
        const [waiting] = await sql<{ count: number }[]>`
          select count(*) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
        return waiting?.count === 1;
      });
      raw.close();
      await eventually(async () => (await open()) <= before);
    });
    expect(await console.statusFor(browser, "/api/rma/2")).toBe(200);
    expect(upstream.arrivals.map(({ url }) => url)).toEqual(["/rma/2"]);
  });

  it("of another provider is none", async () => {
    const { browser } = await console.signIn("ada");
    await console.storage.database.sql`update gateway.sessions set issuer = 'https://before.test'`;
    expect(await console.statusFor(browser)).toBe(401);
  });

  it.each(["{}x", '{"everywhere":"yes"}', '{"all":true}', "[]"])(
    "does not end by the body %s",
    async (body) => {
      const { browser } = await console.signIn("alex");
      const response = await browser.call(console.gateway.origin + signOutPath, {
        ...post({}),
        body,
      });
      expect(response.status).toBe(400);
      expect(await console.statusFor(browser)).toBe(200);
    },
  );

  it("fault 9: does not end by a call of another site", async () => {
    const { browser } = await console.signIn("alex");
    const crossing = { ...post({}), headers: { "sec-fetch-site": "cross-site" } };
    expect((await browser.call(console.gateway.origin + signOutPath, crossing)).status).toBe(403);
    expect(await console.statusFor(browser)).toBe(200);
  });
});
