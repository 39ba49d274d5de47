// @vitest-environment happy-dom
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const boot = readFileSync(join(root, "public/boot.js"), "utf8");
const frame = /<div id="root">.*?(?=<noscript>)/s.exec(
  readFileSync(join(root, "index.html"), "utf8"),
)?.[0];

beforeEach(() => {
  document.body.innerHTML = frame ?? "";
  const script = document.createElement("script");
  script.dataset["titles"] = JSON.stringify({ [location.pathname]: "RMAs" });
  Object.defineProperty(document, "currentScript", { value: script, configurable: true });
  // As the page runs it: a script without imports.
  new Function(boot)();
});

const fail = (type: string) => {
  const script = document.body.appendChild(document.createElement("script"));
  script.type = type;
  script.dispatchEvent(new Event("error"));
};
const alert = () => document.querySelector("[role=alert]");

test("if the shell can't be loaded, the page says so and offers to reload", () => {
  fail("module");
  // It ends loading after that.
  document.dispatchEvent(new Event("readystatechange"));
  expect(document.querySelector("h1")?.textContent).toBe("The console couldn't be loaded");
  expect(alert()?.textContent).toBe(
    "Its server may be restarting. Wait a moment, then reload the page.",
  );
  expect(alert()?.querySelector("a")?.href).toBe(location.href);
  expect(alert()?.closest("[aria-hidden]")).toBeNull();
});

test("other scripts that fail change nothing, and neither does an error after the console has drawn itself", () => {
  fail("");
  expect(alert()).toBeNull();
  document.body.innerHTML = '<div id="root"><h1>RMAs</h1></div>';
  fail("module");
  expect(alert()).toBeNull();
});
