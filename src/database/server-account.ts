import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

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
