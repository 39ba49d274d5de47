import { expect, test } from "vitest";
import { explainStart } from "./explain-start.ts";
import { type Program, readSettings } from "./settings.ts";

const env = { HOST: "127.0.0.1", PORT: "4300", SERVICE_PORT: "4301", METRICS_PORT: "80" };
const failed = (fields: object): Error => Object.assign(new Error("listen"), fields);
const used = (port: number): Error => failed({ code: "EADDRINUSE", port });

test.each<[string, Error, Program, Record<string, string>, RegExp]>([
  ["the console's port is used", used(4300), "console", env, /set PORT to another port \(0:/],
  ["the embedded service's port is used", used(4301), "console", env, /set SERVICE_PORT to /],
  [
    "the console's port is used, which is the number of a service that does not run",
    used(4201),
    "console",
    { PORT: "4201", API_BASE_URL: "https://api.test", API_TOKEN: "a" },
    /set PORT to/,
  ],
  ["the service's port is used", used(4201), "service", {}, /Port 4201 .* set PORT to/],
  ["the port of the metrics is used", used(80), "console", env, /set METRICS_PORT to/],
  ["the port of the receiver is used", used(4300), "webhooks", env, /set --port to another/],
  [
    "the port of the metrics needs rights",
    failed({ code: "EACCES", port: 80 }),
    "console",
    env,
    /^Port 80 is not available to this user\. Set METRICS_PORT to a number above 1023\.$/,
  ],
  [
    "the console's port needs rights",
    failed({ code: "EACCES", port: 443 }),
    "console",
    { PORT: "443" },
    /Set PORT to a number above 1023/,
  ],
  [
    "the host of the metrics is no name",
    failed({ syscall: "getaddrinfo", hostname: "none.test" }),
    "console",
    { ...env, METRICS_HOST: "none.test" },
    /^METRICS_HOST=none\.test is not a name/,
  ],
  [
    "the host is no name",
    failed({ syscall: "getaddrinfo", hostname: "none.test" }),
    "service",
    { HOST: "none.test", METRICS_HOST: "none.test", METRICS_PORT: "1" },
    /^HOST=none\.test is not a name/,
  ],
  [
    "the host of the metrics is another machine's",
    failed({ code: "EADDRNOTAVAIL", address: "192.0.2.1" }),
    "console",
    { ...env, METRICS_HOST: "192.0.2.1" },
    /^METRICS_HOST=192\.0\.2\.1 is not an address/,
  ],
  [
    "the disk is full while the database is filled",
    Object.assign(new Error('could not write to file "base/1"'), { code: "53100" }),
    "console",
    env,
    /^The disk of the database is full\. Free some space on it, then start again\. \(could not write/,
  ],
  ["a person can fix it", new Error("Do this."), "console", env, /^Do this\.$/],
  ["it is a bug", new TypeError("x is undefined"), "console", env, /x is undefined\n\s+at /],
])("%s: the message names what to change", (_, error, program, variables, message) => {
  const settings = readSettings(variables, program);
  expect(explainStart(error, { program, settings })).toMatch(message);
});

test("an error before the settings are read is explained, too", () => {
  expect(explainStart(new Error("No."), { program: "console" })).toBe("No.");
  expect(explainStart("text", { program: "console" })).toBe("text");
});
