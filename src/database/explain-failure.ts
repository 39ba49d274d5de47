/** Signs of a cause in what the system or PostgreSQL says, and the sentence that tells a person what to do. */
const causes: [sign: RegExp, say: (dataDir: string) => string][] = [
  [
    /ENOSPC|No space left on device|EDQUOT|Disk quota exceeded/,
    (dataDir) =>
      `The disk that holds ${dataDir} is full. Free some space, or set DATA_DIR to a folder on another disk.`,
  ],
  [
    /EROFS|Read-only file system/,
    (dataDir) =>
      `${dataDir} is on a read-only file system. Set DATA_DIR to a folder that can be written.`,
  ],
  [
    /ENOTDIR|EEXIST|Not a directory/,
    (dataDir) =>
      `${dataDir} cannot be a folder, because a file is in its place. Set DATA_DIR to a folder.`,
  ],
  [
    /EMFILE|ENFILE|Too many open files|insufficient file descriptors/,
    () => "Too few files may be open at once. Raise the limit (ulimit -n 1024) and start again.",
  ],
  [
    /EAGAIN|ENOMEM|Cannot allocate memory|could not map anonymous shared memory|could not fork|out of memory/,
    () =>
      "The machine has too little memory or too few processes left for PostgreSQL (about 200 MB and 20 processes).",
  ],
  [
    /wrong ownership|EACCES|EPERM|Permission denied|Operation not permitted/,
    (dataDir) =>
      `${dataDir} may not be used by this user. Start as the user it belongs to, or set DATA_DIR to a folder of your own.`,
  ],
  [
    /invalid permissions/,
    (dataDir) =>
      `${dataDir}/postgres may be read by other users, so PostgreSQL refuses it. Run chmod 700 on it.`,
  ],
  [
    /incompatible with server/,
    (dataDir) =>
      `${dataDir} was written by another build of PostgreSQL and cannot be read here. Set DATA_DIR to a new folder, or bring the records with pg_dump.`,
  ],
  [
    /lock file "[^"]*" already exists|shared memory block .* is still in use/,
    (dataDir) => `Another PostgreSQL uses ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
  ],
  [
    /could not find the database system|could not locate a valid checkpoint|invalid checkpoint|could not open file "[^"]*(global|base|pg_[a-z]+)\/|PANIC/,
    (dataDir) =>
      `The files in ${dataDir} are damaged. Put back a backup, or set DATA_DIR to a new folder.`,
  ],
  [
    /error while loading shared libraries|required file not found|ENOENT.*initdb|GLIBC/,
    () =>
      "The PostgreSQL that npm installed does not run on this system (it needs glibc). Set DATABASE_URL to a PostgreSQL of your own.",
  ],
];

/** An error that a person can act on: what is wrong, what to do, and what the machine said. */
export function explainFailure(cause: unknown, dataDir: string): Error {
  const said = cause instanceof Error ? cause.message : String(cause);
  const known = causes.find(([sign]) => sign.test(said));
  const sentence = known ? known[1](dataDir) : "The embedded PostgreSQL did not start.";
  const detail = lastLine(said);
  return new Error(detail ? `${sentence} (${detail})` : sentence, { cause });
}

/** The line that names the trouble; the rest is in the log. */
function lastLine(said: string): string {
  const lines = said.split("\n").filter((line) => line.trim() !== "");
  const worst =
    lines.findLast((line) => /FATAL|PANIC|error:|could not/.test(line)) ?? lines.at(-1) ?? "";
  return worst.replace(/^[\d-]+ [\d:.]+ UTC \[\d+\] /, "").trim();
}
