import { expect, test } from "vitest";
import { createAllowedMethods, toRoutePath } from "./server-options.ts";

const allowed = createAllowedMethods([
  { method: "GET", path: "/rmas" },
  { method: "GET", path: "/rmas/{rmaId}" },
  { method: "PATCH", path: "/rmas/{rmaId}" },
  { method: "GET", path: "/openapi.json" },
  { method: "GET", path: "/images/{folder}/{name}" },
]);

test.each<[string, readonly string[]]>([
  ["/rmas", ["GET"]],
  ["/rmas/5", ["GET", "PATCH"]],
  ["/rmas/x%2Fy", ["GET", "PATCH"]],
  ["/rmas/", []],
  ["/rmas/5/", []],
  ["/rmas/5/6", []],
  ["/a/rmas", []],
  ["/openapi.json", ["GET"]],
  ["/openapiXjson", []],
  ["/images/a/b.svg", ["GET"]],
  ["", []],
])("the methods of %j are %j", (path, methods) => {
  expect(allowed(path)).toEqual(methods);
});

test.each([
  ["/rmas", "/rmas"],
  ["/rmas/{rmaId}/items", "/rmas/:rmaId/items"],
  ["/images/{folder}/{name}", "/images/:folder/:name"],
])("%s is the router's %s", (path, route) => {
  expect(toRoutePath(path)).toBe(route);
});
