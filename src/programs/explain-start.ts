import type { Program, Settings } from "./settings.ts";

/** What a line is written to: a standard output, which may be a file on a full disk. */
interface Output {
  readonly write: (text: string, done: (error?: Error | null) => void) => unknown;
}

/** Returns a function that writes a line. A line that was cut by a full disk is ended before the next one begins. */
export const createLineWriter = (output: Output): ((line: string) => void) => {
  let isCut = false;
  return (line) => {
    output.write(`${isCut ? "\n" : ""}${line}\n`, (error) => (isCut = Boolean(error)));
  };
};

/** Where a start listens, as far as its settings could be read. */
export interface Places {
  /** Undefined: there is none with the given name. */
  readonly program: Program | undefined;
  readonly settings?: Pick<Settings, "host" | "metrics" | "service" | "upstream"> | undefined;
}

/** PostgreSQL's code; the first fill writes more than an empty database needs. */
const diskFull = "53100";

const bugs = [TypeError, RangeError, ReferenceError, SyntaxError];

/** An error that a person can fix becomes a sentence; a bug keeps its stack. */
export function explainStart(error: unknown, places: Places): string {
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && error.code === "EADDRINUSE" && "port" in error)
    return (
      `Port ${String(error.port)} is already in use, perhaps by another copy of Supercargo. ` +
      `Stop that program, or set ${namePort(error.port, places)} to another port (0: any free port).`
    );
  if ("code" in error && error.code === "EACCES" && "port" in error)
    return `Port ${String(error.port)} is not available to this user. Set ${namePort(error.port, places)} to a number above 1023.`;
  if ("syscall" in error && error.syscall === "getaddrinfo" && "hostname" in error)
    return `${nameHost(error.hostname, places)}=${String(error.hostname)} is not a name of this machine.`;
  if ("code" in error && error.code === "EADDRNOTAVAIL" && "address" in error)
    return `${nameHost(error.address, places)}=${String(error.address)} is not an address of this machine.`;
  if ("code" in error && error.code === diskFull)
    return `The disk of the database is full. Free some space on it, then start again. (${error.message})`;
  return bugs.some((bug) => error instanceof bug) ? (error.stack ?? error.message) : error.message;
}

function namePort(port: unknown, { program, settings }: Places): string {
  if (program === "webhooks") return "--port";
  if (port === settings?.metrics?.port) return "METRICS_PORT";
  const hasService = program !== "service" && settings?.upstream === undefined;
  return hasService && port === settings?.service.port ? "SERVICE_PORT" : "PORT";
}

const nameHost = (host: unknown, { settings }: Places): string =>
  host === settings?.metrics?.host && host !== settings?.host ? "METRICS_HOST" : "HOST";
