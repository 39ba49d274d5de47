// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from "vitest";
import { openTestApp } from "#web/testing/app.tsx";
import { testChange } from "#web/testing/change.ts";
import { MappingSetDetail } from "./mapping-set-detail.tsx";

test("a set that the API can't load shows the changes that were made through this console", async () => {
  vi.stubGlobal("fetch", async (path: string) =>
    path === "/api/audit/record?resource=mapping-sets&recordId=5&pageSize=5"
      ? Response.json([{ ...testChange, fields: [{ name: "name", count: 1 }] }])
      : Response.json({ title: "No such operation", status: 501 }, { status: 501 }),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  openTestApp({ "/mapping-sets/$id": MappingSetDetail }, "/mapping-sets/5");
  const text = () => document.body.textContent;
  await expect.poll(text).toContain("The service doesn't offer loading mapping sets");
  await expect.poll(text).toContain("Ada: Changed name");
});
