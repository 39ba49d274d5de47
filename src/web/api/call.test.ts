import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { accountOperations } from "#contract/account.ts";
import { rmaOperations } from "#contract/rmas.ts";
import { onRefusal } from "./answer-events.ts";
import { ApiError } from "#web/base/api-error.ts";
import { fetchAnswer, streamAnswer, fetchRawAnswer, call, toSending } from "./call.ts";
import { askAgain, isServed, servedOperations } from "#web/base/served.ts";
import { session } from "#web/base/session.ts";

const sent = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
beforeEach(() => vi.stubGlobal("fetch", sent));
afterEach(() => {
  sent.mockReset();
  servedOperations.set({});
  vi.unstubAllGlobals();
});

const answers = (body: unknown, init: ResponseInit = {}) =>
  sent.mockResolvedValue(
    new Response(typeof body === "string" ? body : JSON.stringify(body), init),
  );
const problemOf = async (run: Promise<unknown>): Promise<ApiError> => {
  const error = await run.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (!(error instanceof ApiError)) throw new Error("no ApiError");
  return error;
};
const change = () =>
  call(rmaOperations.updateRmaItems, { params: { rmaId: 5 }, body: [{ id: 1 }] });

describe("answers line by line", () => {
  const rma = { params: { id: 5 } };
  const lines = async () => {
    const all: unknown[] = [];
    for await (const { id } of streamAnswer(rmaOperations.getRma, rma)) all.push(id);
    return all;
  };
  const answerIn = (...pieces: string[]) => {
    const encoder = new TextEncoder();
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const piece of pieces) controller.enqueue(encoder.encode(piece));
        controller.close();
      },
    });
    sent.mockResolvedValue(new Response(stream));
  };

  test.each([
    ["whole lines", ['{"id":1}\n', '{"id":2}\n'], [1, 2]],
    ["pieces of lines, and several at once", ['{"i', 'd":1}\n{"id":2}\n{"id"', ":3}\n"], [1, 2, 3]],
    ["a last line without its end", ['{"id":1}\n{"id":2}'], [1, 2]],
    ["nothing", [], []],
  ])("%s", async (_, pieces, ids) => {
    answerIn(...pieces);
    expect(await lines()).toEqual(ids);
  });

  test("a refusal is an error as of other calls", async () => {
    answers({ title: "No", detail: "It is gone.", status: 410 }, { status: 410 });
    expect((await problemOf(lines())).status).toBe(410);
  });

  test("a connection that ends early is an error", async () => {
    const broken = new ReadableStream({
      start: (controller) => controller.error(new TypeError("network")),
    });
    sent.mockResolvedValue(new Response(broken));
    expect((await problemOf(lines())).outcome).toBe("refused");
  });
});

describe("requests", () => {
  test("contain the path, the query without empty values, and the headers that the gateway requires", async () => {
    answers([], { headers: { "x-total-count": "7" } });
    const answer = await fetchAnswer(rmaOperations.listRmas, {
      query: { status: "Waiting,Denied", rmaNumbers: "" },
      urgency: "click",
    });
    const [url, init] = sent.mock.calls[0] ?? [];
    expect(url).toBe("/api/rma?status=Waiting%2CDenied");
    expect(init?.headers).toEqual({
      Accept: "application/json",
      "X-Requested-By": "supercargo",
      Priority: "u=1",
      Prefer: "status=200",
    });
    expect(answer).toEqual({ value: [], problems: [], total: 7, version: null });
  });

  test("do not prefer a status header for documented operations and changes", async () => {
    sent.mockImplementation(async () => new Response('{"id":5}'));
    await call(accountOperations.getAccount, {});
    await change();
    expect(sent).toHaveBeenCalledTimes(2);
    for (const [, { headers }] of sent.mock.calls) expect(headers).not.toHaveProperty("Prefer");
  });

  test("send the body of a change once", async () => {
    answers({ id: 5 });
    await change();
    const [url, init] = sent.mock.calls[0] ?? [];
    expect([url, init?.method, init?.body]).toEqual(["/api/rmas/5/items", "PATCH", '[{"id":1}]']);
    expect(sent).toHaveBeenCalledTimes(1);
  });

  test("bypass the gateway's cache if requested; a cached answer has an age", async () => {
    answers([], { headers: { age: "17" } });
    const answer = await fetchAnswer(rmaOperations.listRmas, { fresh: true });
    expect(sent.mock.calls[0]?.[1].headers).toMatchObject({ "Cache-Control": "no-cache" });
    expect(answer).toEqual({ value: [], problems: [], total: undefined, age: 17, version: null });
  });

  test("name the version that a change was made to, and return the new one", async () => {
    const rma = JSON.stringify({ id: 5, items: [], rmaShipments: [] });
    sent.mockImplementation(async () => new Response(rma, { headers: { etag: '"v2"' } }));
    const input = { params: { rmaId: 5 }, body: [{ id: 1 }] };
    const keys = { "If-Match": '"v1"', "Idempotency-Key": "k1" };
    for (const headers of [toSending('"v1"', "k1"), toSending(null), toSending(undefined)]) {
      const answer = await fetchAnswer(rmaOperations.updateRmaItems, { ...input, headers });
      expect(answer.version).toBe('"v2"');
    }
    const [first, ...others] = sent.mock.calls.map(([, { headers }]) => headers);
    expect(first).toMatchObject(keys);
    for (const headers of others) {
      expect(headers).not.toHaveProperty("If-Match");
      expect(headers).toHaveProperty("Idempotency-Key", expect.stringMatching(/^[\d-]+$/));
    }
  });

  test.each([0, -1, 1.5, Number.NaN, 1e17])(
    "fault 2: %d is not a valid id and costs no request",
    async (id) => {
      const error = await problemOf(call(rmaOperations.getRma, { params: { id } }));
      expect([error.status, sent.mock.calls.length]).toEqual([404, 0]);
    },
  );
});

describe("answers", () => {
  test("fault 54: unknown fields stay, a malformed one is empty and reported with its raw value", async () => {
    answers({ id: 5, rmaStatus: "Brand New", items: null, creditTotal: "12", extra: { a: 1 } });
    const { value, problems } = await fetchAnswer(rmaOperations.getRma, { params: { id: 5 } });
    expect(value).toMatchObject({
      rmaStatus: "Brand New",
      items: [],
      creditTotal: null,
      extra: { a: 1 },
    });
    expect(problems).toMatchObject([{ path: "creditTotal", raw: "12" }]);
  });

  test.each<[string, unknown]>([
    ["HTML", "<html>"],
    ["an empty body", ""],
    ["a number", "7"],
  ])("fault 53: %s instead of the record is invalid", async (_, body) => {
    answers(body);
    expect((await problemOf(call(rmaOperations.getRma, { params: { id: 5 } }))).outcome).toBe(
      "invalid",
    );
  });

  test("contain the gateway's complete problem", async () => {
    const issues = [{ path: "0.note", message: "No." }];
    answers(
      { title: "Refused", detail: "Why", status: 400, outcome: "refused", requestId: "r", issues },
      { status: 400 },
    );
    expect(await problemOf(change())).toMatchObject({
      message: "Why",
      status: 400,
      outcome: "refused",
      requestId: "r",
      issues,
    });
  });

  test.each([404, 405, 501])(
    "status %d of a list, in the gateway's header: it isn't served, and not asked for again",
    async (status) => {
      answers(
        { title: "Not here", status, outcome: "refused" },
        { headers: { "x-status": `${status}` } },
      );
      const ask = async () => {
        const { status: is } = await problemOf(call(rmaOperations.listRmas, {}));
        return [is, isServed(rmaOperations.listRmas), sent.mock.calls.length];
      };
      expect([await ask(), await ask()]).toEqual([
        [501, false, 1],
        [501, false, 1],
      ]);
      askAgain();
      sent.mockResolvedValue(new Response("[]"));
      await call(rmaOperations.listRmas, {});
      expect(isServed(rmaOperations.listRmas)).toBe(true);
    },
  );

  test("fault 46: contain the time to wait and the required token types", async () => {
    answers({ status: 429, retryAfter: 3, tokens: ["account", "channel"] }, { status: 429 });
    expect(await problemOf(change())).toMatchObject({
      retryAfter: 3,
      tokens: ["account", "channel"],
    });
  });

  test.each<[string, number, unknown, string]>([
    ["a problem with an outcome", 502, { outcome: "unknown" }, "unknown"],
    ["a server error without an outcome", 500, "oops", "unknown"],
    ["a refusal without an outcome", 400, null, "refused"],
    ["a problem with an invalid outcome", 500, { outcome: 7 }, "unknown"],
  ])("fault 30: a change with %s", async (_, status, body, outcome) => {
    answers(body, { status });
    expect((await problemOf(change())).outcome).toBe(outcome);
  });

  test("fault 31: a missing answer makes a change unknown and a read refused", async () => {
    sent.mockRejectedValue(new TypeError("failed to fetch"));
    expect(await problemOf(change())).toMatchObject({ status: 0, outcome: "unknown" });
    expect(await problemOf(call(accountOperations.getAccount, {}))).toMatchObject({
      status: 0,
      outcome: "refused",
    });
  });

  test("an abort remains an abort", async () => {
    sent.mockRejectedValue(new DOMException("gone", "AbortError"));
    await expect(call(accountOperations.getAccount, {})).rejects.toHaveProperty(
      "name",
      "AbortError",
    );
  });
});

describe("a proxy that signs people in, once its session has ended", () => {
  afterEach(() => session.set({ signIn: "none", person: null }));

  const page = () => new Response("<h1>Sign in</h1>", { status: 401 });
  const redirect = () =>
    ({
      type: "opaqueredirect",
      status: 0,
      headers: new Headers(),
      text: async () => "",
    }) as Response;

  test.each([
    ["401", page],
    ["a redirect", redirect],
  ])("answers %s: nothing was sent, and the person is asked to sign in", async (_, respond) => {
    session.set({ signIn: "header", person: null });
    const refusals: (string | undefined)[] = [];
    onRefusal(({ kind }) => refusals.push(kind));
    sent.mockImplementation(async () => respond());
    for (const run of [change, () => fetchRawAnswer(accountOperations.getAccount, {})])
      expect(await problemOf(run())).toMatchObject({
        status: 401,
        outcome: "refused",
        kind: "signed-out",
      });
    expect(refusals).toEqual(["signed-out", "signed-out"]);
    expect(sent.mock.calls.map(([, { redirect: how }]) => how)).toEqual(["manual", "manual"]);
  });

  test("isn't taken for the gateway's own refusal", async () => {
    session.set({ signIn: "header", person: null });
    const type = "urn:supercargo:problem:token-refused";
    answers({ type, title: "The API rejected the token", outcome: "refused" }, { status: 401 });
    expect((await problemOf(change())).kind).toBe("token-refused");
  });

  test.each([
    ["401", page, { status: 401, outcome: "refused", kind: undefined }],
    ["a redirect", redirect, { status: 0, outcome: "unknown", kind: undefined }],
  ])("isn't expected with another sign-in, where %s is as before", async (_, respond, problem) => {
    session.set({ signIn: "oidc", person: null });
    sent.mockImplementation(async () => respond());
    expect(await problemOf(change())).toMatchObject(problem);
  });
});
