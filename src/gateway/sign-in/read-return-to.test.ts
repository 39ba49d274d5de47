import * as fc from "fast-check";
import { expect, it } from "vitest";
import { readReturnTo } from "./serve-sign-in.ts";

it.each([
  "/",
  "/rmas",
  "/rmas/5?tab=lines#history",
  "/products?q=caf%C3%A9",
  "/a//b",
  "/?u=https://evil.test",
])("%s is kept", (path) => {
  expect(readReturnTo(path)).toBe(path);
});

it.each([
  null,
  "",
  "rmas",
  "//evil.test",
  "/\\evil.test",
  "\\/evil.test",
  "/\t/evil.test",
  "/\n//evil.test",
  "/x\r\nSet-Cookie: a=b",
  "/..//evil.test",
  "/.//evil.test",
  "/a/..//evil.test",
  "https://evil.test",
  "javascript:alert(1)",
  "data:text/html,x",
  "/gateway/sign-in?returnTo=/",
  "/gateway",
  "/api/rma",
  "/a\u0000b",
  `/${"x".repeat(3_000)}`,
])("fault 14: %j leads to the start page", (path) => {
  expect(readReturnTo(path)).toBe("/");
});

it("fault 14: nothing leads to another site", () => {
  const hostile = fc.array(
    fc.constantFrom("/", "\\", ".", "..", "%2f", "%5c", ":", "@", "?", "#", "evil.test", "\t", " "),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        hostile.map((parts) => `/${parts.join("")}`),
      ),
      (asked) => {
        const origin = "https://console.example.com";
        expect(new URL(readReturnTo(asked), origin).origin).toBe(origin);
      },
    ),
  );
});
