// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { findHelp } from "./help.tsx";
import { helpTexts } from "./help-texts.ts";
import { createConsoleRouter } from "./routes.tsx";

test("every screen has a help of its own", () => {
  const paths = Object.keys(createConsoleRouter().routesByPath);
  expect(Object.keys(helpTexts).sort()).toEqual(paths.sort());
});

test.each([
  ["/", "Overview"],
  ["/rmas/queue", "RMA queue"],
  ["/rmas/17", "RMA"],
  ["/mapping-rules/new", "Mapping rule"],
  ["/mapping-rules/", "Mapping rules"],
  ["/no-such-screen", "Overview"],
])("the help at %s is that of %s", (path, title) => {
  expect(findHelp(path).title).toBe(title);
});
