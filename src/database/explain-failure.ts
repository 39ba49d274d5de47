/** Patterns of causes in messages of the system or PostgreSQL, each with an instruction for a person. */
const causes: [sign: RegExp, explain: (dataDir: string) => string][] = [
  [
    /ENOSPC|No space left on device|EDQUOT|Disk quota exceeded/,
    (dataDir) =>
      `The disk that holds ${dataDir} is full. Free some space, or set DATA_DIR to a folder on another disk.`,
  ],
  [
    /EROFS|Read-only file system/,
    (dataDir) => `${dataDir} is on a read-only file system. Set DATA_DIR to a writable folder.`,
  ],
  [
    /ENOTDIR|EEXIST|Not a directory/,
    (dataDir) => `${dataDir} is a file, not a folder. Set DATA_DIR to a folder.`,
  ],
  [
    /ENOENT[^]*, mkdir /,
    (dataDir) => `${dataDir} can't be created. Set DATA_DIR to a folder on a disk.`,
  ],
  [
    // The log is in the data folder, and the shell starts in its subfolder.
    /ENOENT[^]*postgres\.log|spawn \/bin\/sh ENOENT/,
    (dataDir) =>
      `${dataDir}, or a part of it, was removed while this program was running. Stop the program, put the folder back or set DATA_DIR to a new one, and start again.`,
  ],
  [
    /EMFILE|ENFILE|Too many open files|insufficient file descriptors/,
    () => "The limit for open files is too low. Increase it (ulimit -n 1024) and start again.",
  ],
  [
    /EAGAIN|ENOMEM|Cannot allocate memory|could not map anonymous shared memory|could not fork|out of memory/,
    () =>
      "Not enough free memory or processes for PostgreSQL. It needs about 200 MB and 20 processes.",
  ],
  [
    /wrong ownership|EACCES|EPERM|Permission denied|Operation not permitted/,
    (dataDir) =>
      `This user has no access to ${dataDir}. Start as the user who owns it, or set DATA_DIR to another folder.`,
  ],
  [
    /invalid permissions/,
    (dataDir) =>
      `${dataDir}/postgres is readable by other users, so PostgreSQL won't use it. Run chmod 700 on it.`,
  ],
  [
    /incompatible with server/,
    (dataDir) =>
      `${dataDir} was created by another build of PostgreSQL and can't be read here. Set DATA_DIR to a new folder, or copy the records with pg_dump.`,
  ],
  [
    /lock file "[^"]*" already exists|shared memory block .* is still in use/,
    (dataDir) =>
      `Another PostgreSQL is using ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
  ],
  [
    /could not find the database system|could not locate a valid checkpoint|invalid checkpoint|could not open file "[^"]*(global|base|pg_[a-z]+)\/|PANIC/,
    (dataDir) =>
      `The files in ${dataDir} are damaged. Restore a backup, or set DATA_DIR to a new folder.`,
  ],
  [
    /error while loading shared libraries|required file not found|ENOENT.*initdb|GLIBC/,
    () =>
      "The embedded PostgreSQL doesn't run on this system because it needs glibc. Set DATABASE_URL to your own PostgreSQL.",
  ],
];

/** An error that a person can act on: the problem, the solution, and the original message. */
export function explainFailure(cause: unknown, dataDir: string): Error {
  const message = cause instanceof Error ? cause.message : String(cause);
  const known = causes.find(([sign]) => sign.test(message));
  const sentence = known ? known[1](dataDir) : "The embedded PostgreSQL did not start.";
  const detail = lastLine(message);
  return new Error(detail ? `${sentence} (${detail})` : sentence, { cause });
}

/** The line that names the problem; the rest is in the log. */
function lastLine(message: string): string {
  const lines = message.split("\n").filter((line) => line.trim() !== "");
  const worst =
    lines.findLast((line) => /FATAL|PANIC|error:|could not/.test(line)) ?? lines.at(-1) ?? "";
  return worst.replace(/^[\d-]+ [\d:.]+ UTC \[\d+\] /, "").trim();
}
