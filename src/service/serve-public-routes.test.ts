import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ErrorBody } from "#contract/errors.ts";
import { insertReturns } from "./store/returns.ts";
import { insertRmas } from "./store/rmas.ts";
import { returnModel, rma } from "#service/testing/records.ts";
import { startTestService, type TestService } from "#service/testing/service.ts";

let service: TestService;

/** One picture, which records name by `picture:`. */
const images = {
  find: (path: string) =>
    path === "a/b/c.svg" ? { body: "<svg/>", contentType: "image/svg+xml" } : undefined,
  place: (json: string, folder: string) => json.replaceAll("picture:", `${folder}/`),
};

beforeAll(async () => {
  service = await startTestService({ images });
  await insertReturns(service.sql, [returnModel(1)]);
});
afterAll(() => service.close());

describe("public routes", () => {
  test("GET /healthz", async () => {
    expect(await service.call("/healthz", { token: null })).toMatchObject({
      status: 200,
      json: { status: "ok" },
    });
  });

  test("GET /openapi.json names every path, and is not sent again when unchanged", async () => {
    const answer = await service.call("/openapi.json", { token: null });
    expect(answer).toMatchObject({
      status: 200,
      json: { openapi: "3.1.0", paths: { "/rmas/{rmaId}/items": {} } },
    });
    const again = await service.call("/openapi.json", {
      headers: { "if-none-match": answer.headers.get("etag") ?? "" },
    });
    expect(again).toMatchObject({ status: 304, text: "" });
  });

  test("GET /images returns a picture that may run nothing", async () => {
    const answer = await service.call("/images/a/b/c.svg", { token: null });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toContain("image/svg+xml");
    expect(answer.headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox/);
    expect(answer.headers.get("cache-control")).toContain("max-age");
    for (const path of ["a/b/..%2f..%2fpackage.json", ""]) {
      const missing = await service.call(`/images/${path}`, { token: null });
      expect(missing.status).toBe(404);
      expect(ErrorBody.safeParse(missing.json).success).toBe(true);
    }
  });

  test("records name pictures by the service's own address, whatever Host a client sends", async () => {
    const rmaShipments = [{ attachments: [{ id: 1, attachmentUrl: "picture:a/b/c.svg" }] }];
    await insertRmas(service.sql, [rma(2, { rmaShipments })]);
    const attachmentUrl = `${service.url}/images/a/b/c.svg`;
    const answer = await service.call("/rma/2", { headers: { host: "evil.example" } });
    expect(answer.json).toMatchObject({ rmaShipments: [{ attachments: [{ attachmentUrl }] }] });
    expect((await fetch(attachmentUrl)).status).toBe(200);
  });
});
