import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ErrorBody } from "#contract/errors.ts";
import { insertReturns } from "./store/returns.ts";
import { insertRmas } from "./store/rmas.ts";
import { returnModel, rma } from "./test-records.ts";
import { startTestService, type TestService } from "./test-service.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
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
    const answer = await service.call("/images/documents/packing-slip/PO-1.svg", { token: null });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toContain("image/svg+xml");
    expect(answer.headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox/);
    expect(answer.headers.get("cache-control")).toContain("max-age");
    for (const path of ["documents/packing-slip/..%2f..%2fpackage.json", ""]) {
      const missing = await service.call(`/images/${path}`, { token: null });
      expect(missing.status).toBe(404);
      expect(ErrorBody.safeParse(missing.json).success).toBe(true);
    }
  });

  test("a text that begins like an image's address stays unchanged, whatever Host a client sends", async () => {
    const text = 'demo-image:/x","url":"demo-image:/y';
    const { json } = await service.call("/mapping-set", {
      method: "POST",
      body: { name: text, description: "demo-image:/z" },
      headers: { host: "evil.example" },
    });
    expect(json).toMatchObject({ name: text, description: "demo-image:/z" });
  });

  test("records name the service's pictures by its own address", async () => {
    const rmaShipments = [
      { attachments: [{ id: 1, attachmentUrl: "demo-image:/documents/return-label/R-1.svg" }] },
      {
        attachments: [],
        attachmentLinks: ["demo-image:/documents/packing-slip/R-1.svg", "demo-image:/x"],
      },
    ];
    await insertRmas(service.sql, [rma(2, { rmaShipments })]);
    const url = `${service.url}/images/documents/return-label/R-1.svg`;
    const answer = await service.call("/rma/2");
    expect(answer.json).toMatchObject({
      rmaShipments: [
        { attachments: [{ attachmentUrl: url }] },
        {
          attachmentLinks: [
            `${service.url}/images/documents/packing-slip/R-1.svg`,
            `${service.url}/images/x`,
          ],
        },
      ],
    });
    expect((await fetch(url)).status).toBe(200);
  });
});
