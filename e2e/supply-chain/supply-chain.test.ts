import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type BillOfMaterials, keepProduction } from "./bill-of-materials.ts";
import { listServerPackages } from "./bundled-packages.ts";
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
  expect(read("src/build/prepare.mjs")).toContain('["ci", "--ignore-scripts",');
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

test("the bill of materials keeps packages that both production and development need, and names the project", () => {
  const packages = {
    "": { name: "app", version: "1.0.0" },
    "node_modules/react": { version: "19.0.0" },
    "node_modules/tester": { version: "2.0.0", dev: true },
    "node_modules/tester/node_modules/react": { version: "18.0.0", dev: true },
    "node_modules/alias": { name: "@scope/real", version: "3.0.0" },
  };
  const bill = {
    bomFormat: "CycloneDX",
    metadata: { component: { "bom-ref": "app@1.0.0", name: "a-folder" } },
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
    metadata: { component: { "bom-ref": "app@1.0.0", name: "app" } },
    components: [{ "bom-ref": "react@19.0.0" }, { "bom-ref": "@scope/real@3.0.0" }],
    dependencies: [{ ref: "app@1.0.0", dependsOn: ["react@19.0.0"] }],
  });
});

const runNode = (...args: readonly string[]): string =>
  execFileSync(process.execPath, args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 });

interface PrintedBill extends BillOfMaterials {
  readonly components: readonly {
    readonly "bom-ref": string;
    readonly type: string;
    readonly name: string;
    readonly version: string;
    readonly purl: string;
  }[];
}

test("the command prints a CycloneDX document of exactly the production packages", () => {
  const bill = JSON.parse(
    runNode("--import", "tsx", "e2e/supply-chain/print-sbom.ts"),
  ) as PrintedBill;
  expect(bill).toMatchObject({
    bomFormat: "CycloneDX",
    specVersion: expect.stringMatching(/^1\.\d$/) as string,
    version: 1,
    metadata: { component: { name: "supercargo" } },
  });
  const refs = bill.components.map((component) => component["bom-ref"]);
  expect(new Set(refs).size).toBe(refs.length);
  const locked = listProductionPackages(readLockfile()).map(
    ([place, { name = nameAt(place), version }]) => `${name}@${version}`,
  );
  const named = bill.components.map(({ name, version }) => `${name}@${version}`);
  expect(new Set(named)).toEqual(new Set(locked));
  for (const { type, purl } of bill.components)
    expect([type, purl]).toEqual(["library", expect.stringMatching(/^pkg:npm\/\S+@\S+$/)]);
  const known = new Set([bill.metadata.component["bom-ref"], ...refs]);
  for (const { ref, dependsOn } of bill.dependencies)
    expect([ref, ...dependsOn].filter((each) => !known.has(each))).toEqual([]);
});

test("README counts the packages of the server and of production as npm run packages does", () => {
  runNode("src/build/prepare.mjs", "server");
  const counts = /(\d+) the server's files; (\d+) are installed in production/.exec(
    read("README.md").replaceAll(/\s+/g, " "),
  );
  expect(counts?.slice(1).map(Number)).toEqual([
    listServerPackages().size,
    listProductionPackages(readLockfile()).length,
  ]);
});
