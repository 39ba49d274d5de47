import { spawnSync } from "node:child_process";
import { type BillOfMaterials, keepProduction } from "./bill-of-materials.ts";
import { readLockfile, root } from "./lockfile.ts";

/* `npm run --silent sbom`: prints the production packages of the lockfile as CycloneDX JSON. Needs no network. */

const args = ["sbom", "--package-lock-only", "--sbom-format=cyclonedx", "--loglevel=error"];
const npm = process.env["npm_execpath"];
const [command, ...rest] = npm === undefined ? ["npm", ...args] : [process.execPath, npm, ...args];
const { status, stdout, stderr, error } = spawnSync(command ?? "npm", rest, {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 2 ** 26,
});
if (status === 0) {
  const bill = keepProduction(JSON.parse(stdout) as BillOfMaterials, readLockfile());
  process.stdout.write(`${JSON.stringify(bill, undefined, 2)}\n`);
} else {
  console.error([stderr, error?.message].filter(Boolean).join("\n"));
  process.exitCode = 1;
}
