import * as fc from "fast-check";
import fastify from "fastify";
import { describe, expect, it, test } from "vitest";
import { writePlainPage } from "./problems.ts";
import { createRedactor, loggerFor } from "./redact-secrets.ts";

const redacted = "[redacted]";

const token = "s3cr/t+Token=9x";
const redactor = createRedactor([token, "abc"]);
const escaped = (text: string) =>
  [...text].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");

describe("a token in a text", () => {
  it.each([
    ["itself", token],
    ["percent-encoded", encodeURIComponent(token)],
    [
      "percent-encoded in small letters",
      encodeURIComponent(token).toLowerCase().replace("token", "Token"),
    ],
    ["percent-encoded whole", [...token].map((c) => `%${c.charCodeAt(0).toString(16)}`).join("")],
    ["percent-encoded by form rules", new URLSearchParams({ t: token }).toString().slice(2)],
    ["JSON-escaped", escaped(token)],
    ["JSON-escaped twice", escaped(token).replaceAll("\\", "\\\\")],
    ["with escaped slashes", token.replaceAll("/", "\\/")],
    ["as HTML entities", [...token].map((c) => `&#${c.charCodeAt(0)};`).join("")],
    [
      "as hexadecimal HTML entities",
      [...token].map((c) => `&#x${c.charCodeAt(0).toString(16)};`).join(""),
    ],
    ["in hexadecimal", Buffer.from(token).toString("hex")],
    ["in capital hexadecimal", Buffer.from(token).toString("hex").toUpperCase()],
  ])("fault 6: is removed %s", (_, spelling) => {
    expect(redactor.text(`before ${spelling} after`)).toBe(`before ${redacted} after`);
    expect(redactor.serialise([{ [spelling]: `x${spelling}` }])).toBe(
      JSON.stringify([{ [redacted]: `x${redacted}` }]),
    );
  });

  it.each(["base64", "base64url"] as const)(
    "fault 6: is removed in %s, at any offset",
    (encoding) => {
      for (const before of ["", "a", "ab", "abc", "user:"])
        for (const after of ["", "z", "zz", "zzz"]) {
          const encoded = Buffer.from(before + token + after).toString(encoding);
          const left = redactor.text(encoded);
          expect(left).toContain(redacted);
          expect(Buffer.from(left.replace(redacted, ""), encoding).toString()).not.toContain(
            "Token",
          );
        }
    },
  );

  it("fault 6: is removed from a page, which writes some characters as named entities", () => {
    const signs = 's3cr&t<Token>"9x';
    const page = writePlainPage({ title: `a ${signs} b`, paragraphs: [signs], requestId: "1" });
    const left = createRedactor([signs]).text(page);
    expect(left).toContain(`<h1>a ${redacted} b</h1>\n<p>${redacted}</p>`);
    expect(left).not.toContain("Token");
  });

  it("is removed only as a whole word when it is short", () => {
    expect(redactor.text("abc xabc abcx (abc) %61bc")).toBe(
      `${redacted} xabc abcx (${redacted}) ${redacted}`,
    );
  });

  it("is removed where it is a number", () => {
    const digits = createRedactor(["1234567890"]);
    expect(digits.serialise({ a: 1_234_567_890, b: 12 })).toBe(`{"a":"${redacted}","b":12}`);
  });

  it("leaves everything else as it is", () => {
    const plain = createRedactor([token]);
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(plain.serialise(value)).toBe(JSON.stringify(value));
      }),
    );
  });

  it("takes limited time for a text of backslashes and percent signs", () => {
    const text = `${"\\".repeat(200_000)}${"%73".repeat(100_000)}`;
    expect(redactor.text(text)).toBe(text);
  });

  it("may be absent from the configuration", () => {
    const idle = createRedactor([]);
    expect([idle.text("x"), idle.serialise({ a: null })]).toEqual(["x", '{"a":null}']);
  });
});

test("neither a token nor a webhook's secret reaches the log", async () => {
  const lines: string[] = [];
  const log = { level: "info", write: (line: string) => void lines.push(line) } as const;
  const app = fastify({ logger: loggerFor(log, createRedactor(["a-token-of-the-api"])) });
  app.log.info({ secret: "whsec_Ab+c/d-Z=", token: "a-token-of-the-api" }, "see whsec_Zz9/+==");
  await app.close();
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    secret: "[redacted]",
    token: "[redacted]",
    msg: "see [redacted]",
  });
});
