import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keepProduction } from "./bill-of-materials.ts";
import { listProductionPackages, nameAt, readLockfile, root } from "./lockfile.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");

/** Licenses under which the console may be passed on, as they are written in the lockfile. */
const allowedLicenses = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MPL-2.0",
  "OFL-1.1",
  "PostgreSQL",
  "Python-2.0",
  "Unlicense",
  "(MIT AND Zlib)",
  "(MIT OR CC0-1.0)",
  "(MPL-2.0 OR Apache-2.0)",
]);

test("fault 63: each package is locked to its content, and to no registry", () => {
  const packages = Object.entries(readLockfile()).filter(([place]) => place !== "");
  expect(packages.length).toBeGreaterThan(100);
  const loose = packages.filter(
    ([, { integrity = "", resolved }]) =>
      !/^sha512-[\w+/]{86}==$/.test(integrity) || resolved !== undefined,
  );
  expect(loose).toEqual([]);
  expect(read(".npmrc")).toContain("omit-lockfile-registry-resolved=true");
});

test("fault 63: installing runs no scripts", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const hooks = ["preinstall", "install", "postinstall", "prepare", "prepublish", "preprepare"];
  expect(hooks.filter((hook) => hook in scripts)).toEqual([]);
  expect(read("src/prepare.mjs")).toContain('["ci", "--ignore-scripts",');
});

test("fault 63: each production package has an allowed license", () => {
  const others = listProductionPackages(readLockfile()).filter(
    ([, { license = "none" }]) => !allowedLicenses.has(license),
  );
  expect(others).toEqual([]);
});

test.each([
  ["node_modules/zod", "zod"],
  ["../../node_modules/@mantine/core/esm/index.mjs", "@mantine/core"],
  ["node_modules/ajv/node_modules/fast-uri", "fast-uri"],
  ["src/start.ts", undefined],
  ["", undefined],
])("%s belongs to %s", (path, name) => {
  expect(nameAt(path)).toBe(name);
});

test("the bill of materials keeps packages that both production and development need", () => {
  const packages = {
    "": { name: "app", version: "1.0.0" },
    "node_modules/react": { version: "19.0.0" },
    "node_modules/tester": { version: "2.0.0", dev: true },
    "node_modules/tester/node_modules/react": { version: "18.0.0", dev: true },
    "node_modules/alias": { name: "@scope/real", version: "3.0.0" },
  };
  const bill = {
    bomFormat: "CycloneDX",
    metadata: { component: { "bom-ref": "app@1.0.0" } },
    components: ["react@19.0.0", "react@18.0.0", "tester@2.0.0", "@scope/real@3.0.0"].map(
      (ref) => ({ "bom-ref": ref }),
    ),
    dependencies: [
      { ref: "app@1.0.0", dependsOn: ["react@19.0.0", "tester@2.0.0"] },
      { ref: "tester@2.0.0", dependsOn: ["react@18.0.0"] },
    ],
  };
  expect(keepProduction(bill, packages)).toEqual({
    ...bill,
    components: [{ "bom-ref": "react@19.0.0" }, { "bom-ref": "@scope/real@3.0.0" }],
    dependencies: [{ ref: "app@1.0.0", dependsOn: ["react@19.0.0"] }],
  });
});
