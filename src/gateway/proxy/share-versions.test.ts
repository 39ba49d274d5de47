import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#database/testing/database.ts";
import { type Clock, monotonicClock } from "#gateway/server/clock.ts";
import { openGatewayDatabase } from "#gateway/server/database.ts";
import { createSharedVersions, forgetOldVersions } from "./share-versions.ts";
import { eventually } from "#gateway/testing/hold-answers.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import {
  answer,
  type Behaviour,
  startUpstream,
  type TestUpstream,
} from "#gateway/testing/recording-upstream.ts";
import { canary, patch, startGateway, type TestGateway } from "#gateway/testing/start-gateway.ts";

let database: TestDatabase;
let upstream: TestUpstream;
let gateways: TestGateway[];
const keep = keepOpen();

const open = async () => {
  const sql = database.connect();
  return { sql, close: async () => sql.end({ timeout: 1 }) };
};

/** The notes of the upstream's RMAs, and the changes that arrived there. */
const notes = new Map<string, string>();
const changes: { id: string; before: string; after: string }[] = [];
const readNote = (id: string) => notes.get(id) ?? "old";

/** An upstream without versions. */
const behaviour: Behaviour = ({ method }, response, { url, body }) => {
  const id = /\d+/.exec(url)![0];
  if (method === "PATCH") {
    const after = (JSON.parse(body) as { note: string }[])[0]!.note;
    if (after === "refuse") return answer(response, 400, { error: "No" });
    if (after === "lose") return void response.destroy();
    changes.push({ id, before: readNote(id), after });
    notes.set(id, after);
  }
  const items = [{ id: 1, note: readNote(id) }];
  return answer(response, 200, { id: Number(id), items, rmaShipments: [] });
};

beforeAll(async () => {
  database = await createTestDatabase();
  upstream = await startUpstream(behaviour);
  const options = {
    upstream: { baseUrl: upstream.baseUrl, rateLimit: 1_000 },
    database: { open, isShared: true },
  };
  gateways = await Promise.all([startGateway(options), startGateway(options)]);
});
afterAll(async () => {
  await Promise.all(gateways.map(async ({ close }) => close()));
  await upstream.close();
  await database.close();
});

/** What a person at each of the gateways does with an RMA. */
const openRma = (id: string) => {
  const [one, other] = gateways.map(({ call }) => ({
    read: async () => {
      const response = await call(`/api/rma/${id}`);
      const { items } = (await response.json()) as { items: { note: string }[] };
      return { tag: response.headers.get("etag")!, note: items[0]!.note };
    },
    save: async (value: string, tag: string) => {
      const init = patch([{ id: 1, note: value }], { "if-match": tag });
      const response = await call(`/api/rmas/${id}/items`, init);
      return { status: response.status, tag: response.headers.get("etag") };
    },
  }));
  return [one!, other!] as const;
};
const changesOf = (id: string) => changes.filter((one) => one.id === id);

describe("fault 41: two gateways and an upstream without versions", () => {
  it("a person's save is refused after another's through the other gateway, until it is compared again", async () => {
    const [one, other] = openRma("5");
    const seen = await one.read();
    expect(await other.read()).toEqual(seen);
    // A refusal by the upstream leaves the version as it is.
    expect((await one.save("refuse", seen.tag)).status).toBe(400);
    const first = await one.save("by the first", seen.tag);
    expect(first.status).toBe(200);
    expect((await other.save("by the second", seen.tag)).status).toBe(412);
    const again = await other.read();
    expect(again.note).toBe("by the first");
    expect((await other.save("by the second", again.tag)).status).toBe(200);
    expect((await one.save("late", again.tag)).status).toBe(412);
    expect((await one.save("late", first.tag!)).status).toBe(412);
    expect(changesOf("5").map(({ after }) => after)).toEqual(["by the first", "by the second"]);
    const [stored] = await database.sql<{ text: string }[]>`
      select string_agg(v::text, ' ') as text from gateway.record_versions v`;
    expect(stored?.text).toContain("rma 5");
    for (const secret of [canary, "by the first", "old"])
      expect(stored?.text).not.toContain(secret);
  });

  it("a state that comes back is the newest again, and one after a lost response isn't known", async () => {
    const [one, other] = openRma("6");
    const before = await one.read();
    expect((await other.save("new", before.tag)).status).toBe(200);
    // Another program takes the change back.
    notes.set("6", "old");
    await eventually(async () => (await one.save("x", (await one.read()).tag)).status === 200);
    const seen = await other.read();
    expect((await one.save("lose", seen.tag)).status).toBe(502);
    expect((await other.save("late", seen.tag)).status).toBe(412);
    await eventually(async () => (await one.save("y", (await one.read()).tag)).status === 200);
  });

  it("of four people at two gateways, each saves over the state that was read", async () => {
    const clients = openRma("7");
    const saved: typeof changes = [];
    const work = async (person: number) => {
      for (let step = 0; step < 6; step += 1) {
        const { tag, note } = await clients[person % 2]!.read();
        const after = `${person}.${step}`;
        const { status } = await clients[(person + step) % 2]!.save(after, tag);
        expect([200, 412]).toContain(status);
        if (status === 200) saved.push({ id: "7", before: note, after });
      }
    };
    await Promise.all([0, 1, 2, 3].map(work));
    expect(saved.length).toBeGreaterThan(0);
    expect(changesOf("7").toSorted((a, b) => a.after.localeCompare(b.after))).toEqual(
      saved.toSorted((a, b) => a.after.localeCompare(b.after)),
    );
  });
});

const leaseMs = 600_000;
const here = new AbortController().signal;

/** The versions of one process. */
const start = (clock: Clock = monotonicClock, connect = open) => {
  const database = openGatewayDatabase(connect);
  const upstream = "https://api.test";
  const versions = createSharedVersions({ database, upstream, leaseMs, clock });
  keep({
    close: async () => {
      versions.stopping();
      await versions.idle();
      versions.close();
      await database.close();
    },
  });
  const see = async (record: string, tag: string) => {
    versions.reading(record)(tag);
    await versions.idle();
  };
  const begin = async (record: string, tag?: string) => versions.begin(record, tag, here);
  return { versions, see, begin };
};

describe("versions that processes share", () => {
  it("fault 62: a change of a killed process holds up others until its lease ends, then it counts as made", async () => {
    const [killed, other] = [start(), start()];
    await other.see("killed 1", '"seen-a"');
    expect((await killed.begin("killed 1", '"seen-a"')).kind).toBe("begun");
    let ended = "";
    const waiting = other.begin("killed 1", '"seen-a"').then(({ kind }) => (ended = kind));
    // Read while the change is under way: it may be the state before.
    await other.see("killed 1", '"seen-a"');
    expect(ended).toBe("");
    await database.sql`update gateway.record_versions set claimed_until = clock_timestamp()`;
    await waiting;
    expect(ended).toBe("replaced");
    await other.see("killed 1", '"seen-a"');
    expect((await other.begin("killed 1", '"seen-a"')).kind).toBe("begun");
  });

  it("fault 45: a response from before another process's change isn't the newest", async () => {
    const [one, other] = [start(), start()];
    await one.see("late 1", '"seen-a"');
    await other.see("late 1", '"seen-a"');
    const note = other.versions.reading("late 1");
    const begun = await one.begin("late 1", '"seen-a"');
    if (begun.kind === "begun") begun.end({ hasChanged: true, tag: '"seen-b"' });
    await one.versions.idle();
    // Joins the request that was sent before, although this process has learned of the change since.
    await other.begin("late 1", '"seen-a"');
    const joined = other.versions.reading("late 1");
    note('"seen-a"');
    joined('"seen-a"');
    await other.versions.idle();
    expect((await other.begin("late 1", '"seen-a"')).kind).toBe("replaced");
    expect((await other.begin("late 1", '"seen-b"')).kind).toBe("begun");
  });

  it("a response from before a change of one's own that named no version counts as replaced", async () => {
    const { versions, begin } = start();
    const note = versions.reading("own 1");
    const begun = await begin("own 1");
    if (begun.kind === "begun") begun.end({ hasChanged: true, tag: '"seen-b"' });
    note('"seen-a"');
    await versions.idle();
    expect((await begin("own 1", '"seen-a"')).kind).toBe("replaced");
    expect((await begin("own 1", '"seen-b"')).kind).toBe("begun");
  });

  it("a client that leaves while another change is under way gets nothing sent", async () => {
    const { versions, begin } = start();
    await begin("left 1", '"seen-a"');
    const left = new AbortController();
    const waiting = versions.begin("left 1", '"seen-b"', left.signal);
    left.abort();
    expect((await waiting).kind).toBe("gone");
  });

  it("fault 61: a change that waits for another process's is not begun when this one stops", async () => {
    const [one, other] = [start(), start()];
    await one.begin("stopped 1", '"seen-a"');
    const waiting = other.begin("stopped 1", '"seen-a"');
    other.versions.stopping();
    expect((await waiting).kind).toBe("stopping");
    expect((await other.begin("stopped 2", '"seen-a"')).kind).toBe("stopping");
  });

  it("fault 40: without the database, a change is refused after five seconds, and reads go on", async () => {
    const fast: Clock = {
      now: () => performance.now() * 100,
      after: (ms, act) => monotonicClock.after(ms / 100, act),
    };
    const down = async () => {
      throw new Error("down");
    };
    const { versions, begin } = start(fast, down);
    versions.reading("down 1")('"seen-a"');
    expect((await begin("down 1")).kind).toBe("begun");
    expect((await begin("down 1", '"seen-a"')).kind).toBe("unavailable");
  });

  it("the newest are kept, and those of a week", async () => {
    const { see } = start();
    for (const record of ["old 1", "kept 1", "kept 2"]) await see(record, '"seen-a"');
    await database.sql`
      update gateway.record_versions set seen_at = clock_timestamp() - interval '8 days' where record = 'old 1'`;
    const list = async () => {
      const rows = await database.sql<{ record: string }[]>`
        select record from gateway.record_versions where record in ('old 1', 'kept 1', 'kept 2') order by record`;
      return rows.map(({ record }) => record);
    };
    await forgetOldVersions(database.sql, 1_000);
    expect(await list()).toEqual(["kept 1", "kept 2"]);
    await forgetOldVersions(database.sql, 1);
    expect(await list()).toEqual(["kept 2"]);
  });
});
