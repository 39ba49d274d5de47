import { describe, expect, it } from "vitest";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { answer, type Behaviour, startUpstream } from "#gateway/testing/recording-upstream.ts";
import { canary, patch, startGateway } from "#gateway/testing/start-gateway.ts";

const keep = keepOpen();

const setUp = async (behaviour: Behaviour) => {
  const upstream = keep(await startUpstream(behaviour));
  const gateway = keep(await startGateway({ upstream: { baseUrl: upstream.baseUrl } }));
  const read = async (path = "/api/rma/5") =>
    (await gateway.call(path)).headers.get("etag") ?? "none";
  const save = async (ifMatch?: string, note = "new") =>
    gateway.call(
      "/api/rmas/5/items",
      patch([{ id: 1, note }], ifMatch === undefined ? {} : { "if-match": ifMatch }),
    );
  const readByUpdate = async () =>
    (await gateway.call("/api/rmas/5/items", patch([]))).headers.get("etag") ?? "none";
  const saves = () =>
    upstream.arrivals.filter(({ method, body }) => method === "PATCH" && body !== "[]").length;
  return { upstream, gateway, read, readByUpdate, save, saves };
};

/** An upstream without versions: one RMA with a note, which waits where the test says so. */
const plainUpstream = () => {
  let note = "old";
  let wait: Promise<unknown> | undefined;
  const behaviour: Behaviour = async (request, response, { body }) => {
    if (request.method !== "GET") note = (JSON.parse(body) as { note: string }[])[0]?.note ?? note;
    const now = note;
    const waiting = wait;
    wait = undefined;
    await waiting;
    answer(response, 200, { id: 5, items: [{ id: 1, note: now }], rmaShipments: [] });
  };
  /** Holds the next response, which shows the state before it was held. */
  const hold = () => {
    let release = () => {};
    wait = new Promise<void>((resolve) => {
      release = resolve;
    });
    return () => release();
  };
  return { behaviour, hold };
};

describe("an upstream with versions", () => {
  it("gets If-Match of a change, and its ETag is returned", async () => {
    const { upstream, read, save } = await setUp((_request, response) =>
      answer(response, 200, { id: 5, items: [] }, { etag: '"v1"' }),
    );
    expect(await read()).toBe('"v1"');
    expect((await save('"v0"')).headers.get("etag")).toBe('"v1"');
    await save();
    expect(upstream.arrivals.map(({ headers }) => headers["if-match"])).toEqual([
      undefined,
      '"v0"',
      undefined,
    ]);
  });

  it("refuses with 412: the problem says that the record has changed", async () => {
    const { save } = await setUp((_request, response) => answer(response, 412, { error: "Late" }));
    const refused = await save('"v0"');
    expect([refused.status, await refused.json()]).toEqual([
      412,
      expect.objectContaining({
        type: "urn:supercargo:problem:record-changed",
        outcome: "refused",
        detail: "Late",
      }),
    ]);
  });

  it("gets a version that a compressing proxy has made weak as it was", async () => {
    const { upstream, save } = await setUp((_request, response) => answer(response, 200, {}));
    expect((await save('W/"v0"')).status).toBe(200);
    expect(upstream.arrivals.map(({ headers }) => headers["if-match"])).toEqual(['"v0"']);
  });

  it.each(["v0", 'w/"v0"', 'W/W/"v0"', '"a", "b"', "*", '"v 0"', `"${"x".repeat(201)}"`])(
    "is not sent If-Match: %.20s",
    async (ifMatch) => {
      const { save, saves } = await setUp((_request, response) => answer(response, 200, {}));
      expect([(await save(ifMatch)).status, saves()]).toEqual([400, 0]);
    },
  );

  it.each(['W/"v1"', "v1", `"${canary}"`, `"${encodeURIComponent(canary)}"`])(
    "fault 6: an ETag like %s is replaced or left out",
    async (etag) => {
      const { gateway } = await setUp((_request, response) =>
        answer(response, 200, { id: 5, items: [] }, { etag }),
      );
      const { headers } = await gateway.call("/api/rma/5");
      expect(headers.get("etag") ?? "").not.toContain("v1");
      expect(JSON.stringify([...headers])).not.toMatch(/cAnary/i);
    },
  );
});

describe("fault 41: an upstream without versions", () => {
  it("a change to an older version than the last one seen is refused, and nothing is sent", async () => {
    const { read, save, saves } = await setUp(plainUpstream().behaviour);
    const seen = await read();
    expect(await read()).toBe(seen);
    const saved = await save(seen, "by the first");
    expect(saved.status).toBe(200);
    const late = await save(seen, "by the second");
    expect([late.status, saves()]).toEqual([412, 1]);
    expect(await late.json()).toMatchObject({ outcome: "refused" });
    expect([(await save(`W/${seen}`, "by the second")).status, saves()]).toEqual([412, 1]);
    expect((await save(await read(), "by the second")).status).toBe(200);
    expect((await save(undefined, "without a version")).status).toBe(200);
    expect(saves()).toBe(3);
  });

  it("of changes to one version at one moment, one is sent", async () => {
    const { read, save, saves } = await setUp(plainUpstream().behaviour);
    const seen = await read();
    const answers = await Promise.all(["1", "2", "3"].map((note) => save(seen, note)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412]);
    expect(saves()).toBe(1);
  });

  it.each(["read", "readByUpdate"] as const)(
    "fault 45: a %s that ends after a later change doesn't count as the newest",
    async (way) => {
      const { behaviour, hold } = plainUpstream();
      const { upstream, save, saves, ...ways } = await setUp(behaviour);
      const release = hold();
      const reading = ways[way]();
      await expect.poll(() => upstream.arrivals.length).toBe(1);
      expect((await save()).status).toBe(200);
      release();
      const old = await reading;
      expect([(await save(old)).status, saves()]).toEqual([412, 1]);
      expect((await save(await ways[way]())).status).toBe(200);
    },
  );

  it("a version that another gateway returned is sent, and then counts as replaced", async () => {
    const { behaviour } = plainUpstream();
    const { upstream, read, save, saves } = await setUp(behaviour);
    await read();
    await save(undefined, "by a script");
    const beside = keep(await startGateway({ upstream: { baseUrl: upstream.baseUrl } }));
    const elsewhere = (await beside.call("/api/rma/5")).headers.get("etag")!;
    await save(undefined, "again");
    const answers = await Promise.all([save('"seen-elsewhere"'), save('"seen-elsewhere"')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    expect([(await save(elsewhere)).status, saves()]).toEqual([412, 3]);
  });

  it("after a lost response, no version that was seen before is the newest", async () => {
    const { behaviour } = plainUpstream();
    const { upstream, read, save } = await setUp(behaviour);
    const seen = await read();
    upstream.behave((_request, response) => void response.destroy());
    expect((await save(seen)).status).toBe(502);
    upstream.behave(behaviour);
    expect((await save(seen)).status).toBe(412);
    expect((await save(await read())).status).toBe(200);
  });

  it("compares records, not ids: other kinds and other ids are others", async () => {
    const { gateway, upstream, read, save } = await setUp((request, response) =>
      answer(response, 200, request.url?.includes("rule") ? [{ id: 5 }] : { id: 5, items: [] }),
    );
    const paths = ["/api/returns/5", "/api/mapping-set/5", "/api/webhhok/configurations/5"];
    const tags = await Promise.all([...paths, "/api/rma/15"].map(read));
    const rule = await read("/api/workflow/mapping-rule?ids=5");
    expect(new Set([...tags, rule])).not.toContain("none");
    expect(await read("/api/workflow/mapping-rule")).toBe("none");
    expect(await read("/api/workflow/mapping-rule?fetchAll=1")).toBe("none");
    expect((await save(await read())).status).toBe(200);
    const { length } = upstream.arrivals;
    const headers = { "if-match": tags[1]! };
    const other = await gateway.call("/api/mapping-set/5", patch({ name: "Set" }, headers));
    expect([other.status, upstream.arrivals.length]).toEqual([200, length + 1]);
  });

  it("the items of a set have one version: each save gives them a new one, even with an equal response", async () => {
    const { gateway, read, upstream } = await setUp((_request, response) =>
      answer(response, 200, [{ id: 1, fromValue: "RED", toValue: "Red" }]),
    );
    const path = "/api/mapping-set/5/item";
    const save = async (ifMatch: string) => {
      const init = patch([{ id: 1, fromValue: "RED", toValue: "Red" }], { "if-match": ifMatch });
      return gateway.call(path, { ...init, method: "POST" });
    };
    const seen = await read(path);
    const first = await save(seen);
    const second = await save(first.headers.get("etag")!);
    const tags = [seen, ...[first, second].map(({ headers }) => headers.get("etag"))];
    expect([new Set(tags).size, second.status]).toEqual([3, 200]);
    for (const tag of [seen, first.headers.get("etag")!])
      expect((await save(tag)).status).toBe(412);
    const posts = upstream.arrivals.filter(({ method }) => method === "POST");
    expect(posts.map(({ headers }) => headers["if-match"])).toEqual([undefined, undefined]);
  });
});
