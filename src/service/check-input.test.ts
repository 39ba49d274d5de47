import { afterAll, beforeAll, expect, test } from "vitest";
import { ErrorBody } from "#contract/errors.ts";
import { maxBodyBytes } from "#contract/limits.ts";
import { startTestService, type TestService } from "#service/testing/service.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

/** The response to a change of a return, which is refused. */
const refused = async (raw: string) => {
  const headers = { "content-type": "application/json" };
  const { status, text, json } = await service.call("/returns/1", {
    method: "PATCH",
    headers,
    raw,
  });
  const { issues } = ErrorBody.parse(json);
  return { status, length: text.length, issues };
};

const nul = String.raw`"\u0000"`;
const manyNuls = `[${Array.from({ length: 58_000 }, () => nul).join(",")}]`;
const long = "k".repeat(500_000);
const longKeys = Array.from({ length: 30 }, (_, level) => `${"k".repeat(16_000)}${level}`);

const cut = `${"k".repeat(500)}…`;
const notStored = "Text can't contain the NUL character";
const unknown = "Unknown field";

test.each<[string, string, number, object]>([
  ["above many problems", `{"${long}":${manyNuls}}`, 1_001, { path: cut, message: notStored }],
  [
    "in many levels",
    `${longKeys.map((key) => `{"${key}":`).join("")}${manyNuls}${"}".repeat(30)}`,
    1_001,
    { path: cut, message: notStored },
  ],
  ["with a problem", `{"${long}${nul.slice(1)}:1}`, 1, { path: cut, message: notStored }],
  ["that is unknown", `{"${long}":1}`, 1, { path: cut, message: unknown }],
  [
    "that is cut within a character",
    `{"${"k".repeat(499)}😀":1}`,
    1,
    { path: `${"k".repeat(499)}…`, message: unknown },
  ],
])("fault 18: of a key %s, issues name the beginning", async (_, raw, count, first) => {
  const { status, length, issues } = await refused(raw);
  expect([status, issues.length, issues[0]]).toEqual([400, count, first]);
  expect(length).toBeLessThan(maxBodyBytes);
});

test("very many problems of one kind are counted beyond the first thousand", async () => {
  const { status, issues } = await refused(manyNuls);
  // A list is no return: one more problem.
  expect([status, issues.length, issues.at(-1)]).toEqual([
    400,
    1_001,
    { path: "", message: "and 57001 more issues" },
  ]);
});
