import { createServer, type AddressInfo } from "node:net";
import { connect } from "#database/connect.ts";
import { describe, expect, test } from "vitest";
import { insertReturns } from "./store/returns.ts";
import { insertRmas } from "./store/rmas.ts";
import type { LogEntry } from "./handler.ts";
import { createService } from "./service.ts";
import { returnModel, rma } from "#service/testing/records.ts";
import { startTestService } from "#service/testing/service.ts";

const call = async (options: Parameters<typeof createService>[0]) => {
  const app = await createService(options);
  try {
    const answer = await app.inject({ url: "/account", headers: { "x-api-token": "any" } });
    return {
      status: answer.statusCode,
      retryAfter: answer.headers["retry-after"],
      body: answer.json() as object,
    };
  } finally {
    await app.close();
  }
};

const unavailable = {
  status: 503,
  retryAfter: "1",
  body: { error: "The service can't reach its database. Try again", issues: [] },
};

describe("fault 40: an unavailable database", () => {
  test("is answered with 503 and works again without a restart", async () => {
    const service = await startTestService();
    const target = service.database.target;
    const entries: LogEntry[] = [];
    const other = await service.another({ log: (entry) => entries.push(entry) });
    try {
      expect((await other.call("/account")).status).toBe(200);
      // A restart of the server as a pool sees it: every connection ends, and new ones are refused for a while.
      const name = "database" in target ? target.database : "";
      const admin = connect({ ...target, database: "postgres" } as typeof target, { max: 1 });
      await admin`alter database ${admin(name)} allow_connections false`;
      await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
      const refused = await other.call("/account");
      await admin`alter database ${admin(name)} allow_connections true`;
      await admin.end();
      expect(refused.status).toBe(503);
      expect(refused.headers.get("retry-after")).toBe("1");
      expect(refused.json).toMatchObject(unavailable.body);
      expect((await other.call("/account")).status).toBe(200);
      expect(entries.find(({ level }) => level === "error")).toMatchObject({
        event: "a request failed",
        status: 503,
        route: "GET /account",
      });
      expect(JSON.stringify(entries)).not.toContain(service.accountToken);
    } finally {
      await service.close();
    }
  });

  test.each([
    ["nothing listens", { url: "postgres://nobody@127.0.0.1:1/none" }],
    [
      "the socket's folder is gone",
      { path: "/nonexistent/.s.PGSQL.5432", user: "nobody", database: "none" },
    ],
  ])("%s", async (_, target) => {
    const sql = connect(target, { max: 1 });
    expect(await call({ sql })).toMatchObject(unavailable);
    await sql.end({ timeout: 0 });
  });

  test("it accepts connections and does not respond", async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as AddressInfo;
    const sql = connect({ url: `postgres://nobody@127.0.0.1:${port}/none` }, { max: 1 });
    expect(await call({ sql, timeout: 200 })).toMatchObject({
      status: 503,
      retryAfter: "1",
      body: {
        error:
          "The service did not finish in time. The request may still have taken effect. Check before you repeat it",
      },
    });
    await sql.end({ timeout: 0 });
    silent.close();
  });

  test("it makes a writer wait too long", async () => {
    const service = await startTestService();
    try {
      await insertReturns(service.sql, [returnModel(1)]);
      await insertRmas(service.sql, [rma(1)]);
      const other = await service.another({ timeout: 300 });
      const body = [{ id: 11, approvedQuantity: 1 }];
      const answer = await service.sql.begin(async (transaction) => {
        await transaction`select 1 from service.rmas where id = 1 for update`;
        return other.call("/rmas/1/items", { method: "PATCH", body });
      });
      expect(answer).toMatchObject({
        status: 503,
        json: { error: expect.stringContaining("did not finish in time") as string },
      });
      // Its limit is short enough to be reached by a read, too.
      await expect.poll(async () => (await other.call("/rma/1")).status).toBe(200);
    } finally {
      await service.close();
    }
  });
});

test("fault 39: a full disk is named, and changes work again once there is space", async () => {
  const service = await startTestService();
  try {
    await service.sql`
      create function service.fill_disk() returns trigger language plpgsql as
      $$ begin raise exception 'No space left on device' using errcode = 'disk_full'; end $$`;
    await service.sql`
      create trigger disk_is_full before insert on service.mapping_sets
      execute function service.fill_disk()`;
    const create = () => service.call("/mapping-set", { method: "POST", body: { name: "Set" } });
    const refused = await create();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(refused.json).toMatchObject({
      error: "The disk of the service's database is full. Free some space on it, then try again",
    });
    await service.sql`drop trigger disk_is_full on service.mapping_sets`;
    expect((await create()).status).toBe(200);
  } finally {
    await service.close();
  }
});
