import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { openDatabase } from "#database/open.ts";
import { runAuditCommand } from "#gateway/changes/audit-command.ts";
import { listenAnywhere, listenOnLoopback, whyNotLoopback } from "#gateway/server/listen.ts";
import { openGatewayDatabase } from "#gateway/server/database.ts";
import { tokensCommand } from "#service/tokens.ts";
import {
  demandFreePort,
  formatAddress,
  openServiceDatabase,
  runService,
} from "#programs/run-service.ts";
import { createLineWriter, explainStart } from "#programs/explain-start.ts";
import { runWebhooksCommand } from "#programs/listen-for-webhooks.ts";
import { runRulesCommand } from "#programs/run-rules-command.ts";
import { runConsole } from "#programs/run-console.ts";
import { type Instruments, withInstruments } from "#programs/run-instruments.ts";
import { type Program, readSettings, type Settings, SettingsError } from "#programs/settings.ts";

/** A running program, until it is closed. */
interface Run {
  close(): Promise<void>;
}

const print = createLineWriter(process.stdout);
const warn = createLineWriter(process.stderr);

const built = resolve(import.meta.dirname, "../dist");

/** The names of this machine at which the gateway serves a console without PUBLIC_URL. */
const servedHosts: ReadonlySet<string> = new Set(["127.0.0.1", "::1", "localhost"]);

/** Rejects another name or address of this machine, because each request to it would be. */
function demandServedHost({ host, access }: Settings): void {
  if (access.publicUrl === undefined && !servedHosts.has(host.toLowerCase()))
    throw new SettingsError([
      `HOST=${host} is this machine, but the console can only be opened at 127.0.0.1, ::1 or localhost. Use one of these, or set PUBLIC_URL to the address at which browsers open the console.`,
    ]);
}

/** Rejects a host that other machines can reach, before anything starts. */
async function demandLoopback(settings: Settings): Promise<void> {
  const reason = await whyNotLoopback(settings.host);
  if (reason !== undefined) throw new SettingsError([reason]);
  demandServedHost(settings);
}

/** With sign-in, other machines may reach the console: at the address that PUBLIC_URL names. */
async function demandSafeHost(settings: Settings): Promise<void> {
  const { signIn, publicUrl } = settings.access;
  if (signIn === undefined) return demandLoopback(settings);
  const isLocal = (await whyNotLoopback(settings.host)) === undefined;
  if (isLocal) return demandServedHost(settings);
  if (publicUrl === undefined)
    throw new SettingsError([
      `HOST=${settings.host} can be reached from other machines. Set PUBLIC_URL to the address at which browsers open the console, like https://console.example.com.`,
    ]);
}

async function startConsole(settings: Settings, instruments: Instruments): Promise<Run> {
  const { access } = settings;
  await demandSafeHost(settings);
  await demandFreePort(settings.host, settings.port);
  const run = await runConsole(settings, { built, print, warn, ...instruments });
  try {
    const listen = access.signIn === undefined ? listenOnLoopback : listenAnywhere;
    await listen(run.gateway, settings.host, settings.port);
  } catch (error) {
    await run.close();
    throw error;
  }
  const { port } = run.gateway.server.address() as AddressInfo;
  print(
    run.serviceUrl === undefined
      ? `Upstream API: ${String(settings.upstream?.baseUrl)}`
      : `Embedded service: ${run.serviceUrl}`,
  );
  if (access.publicUrl !== undefined) print(`Open ${access.publicUrl}`);
  print(`ready ${formatAddress(settings.host, port, access.tls === undefined ? "http" : "https")}`);
  return run;
}

async function startDev(settings: Settings): Promise<Run> {
  await demandLoopback(settings);
  await demandFreePort(settings.host, settings.port);
  // Only this program needs Vite; the others start faster without it.
  const { runDev } = await import("#programs/run-dev.ts");
  const run = await runDev(settings, { print, warn });
  print(`ready ${formatAddress(settings.host, run.port)}`);
  return run;
}

async function startService(settings: Settings, instruments: Instruments): Promise<Run> {
  const run = await runService(settings, { port: settings.port, print, warn, ...instruments });
  print(`ready ${run.url}`);
  return run;
}

async function runTokens(settings: Settings): Promise<Run> {
  const database = await openServiceDatabase(settings, warn);
  try {
    const { output, exitCode } = await tokensCommand(database.sql, process.argv.slice(3));
    print(output);
    process.exitCode = exitCode;
  } finally {
    await database.close();
  }
  return { close: async () => {} };
}

async function runAudit(settings: Settings): Promise<Run> {
  const database = openGatewayDatabase(async () =>
    openDatabase({ ...settings.database, max: 2, log: warn }),
  );
  try {
    process.exitCode = await runAuditCommand(await database.sql(), process.argv.slice(3), {
      auditDays: settings.auditDays,
      print,
    });
  } finally {
    await database.close();
  }
  return { close: async () => {} };
}

async function runRules(settings: Settings): Promise<Run> {
  const url = formatAddress(settings.host, settings.port);
  process.exitCode = await runRulesCommand(process.argv.slice(3), { url, print });
  return { close: async () => {} };
}

const runWebhooks = (): Promise<Run> =>
  runWebhooksCommand(process.argv.slice(3), print, process.stdin);

const programs: Record<Program, (settings: Settings) => Promise<Run>> = {
  console: (settings) =>
    withInstruments(settings, { print, warn }, (each) => startConsole(settings, each)),
  dev: startDev,
  service: (settings) =>
    withInstruments(settings, { print, warn }, (each) => startService(settings, each)),
  tokens: runTokens,
  audit: runAudit,
  webhooks: runWebhooks,
  rules: runRules,
};

function fail(error: unknown): never {
  warn(explainStart(error, { program, settings }));
  // A failing test of a rule is 1.
  process.exit(program === "rules" ? 2 : 1);
}

/** Under npm, Ctrl-C arrives twice: from the terminal, and forwarded by npm. */
const echoMs = 1_000;

/**
 * The first signal stops gracefully, the second one at once. So does a signal during startup: nothing is in progress yet,
 * and the database recovers by itself.
 */
function stopOnSignals(starting: Promise<Run>): void {
  let run: Run | undefined;
  void starting.then((started) => (run = started)).catch(() => undefined);
  let stoppingSince: number | undefined;
  const stop = (signal: NodeJS.Signals): void => {
    if (stoppingSince !== undefined && performance.now() - stoppingSince < echoMs) return;
    if (stoppingSince !== undefined || run === undefined)
      process.exit(signal === "SIGINT" ? 130 : 143);
    stoppingSince = performance.now();
    run.close().then(() => process.exit(0), fail);
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
}

/** Programs that print their result and end. */
const commands: ReadonlySet<Program> = new Set(["tokens", "audit", "rules"]);

/** A closed reader or a full disk must not stop a server, but a command's result that is cut off is a failure. */
function watchOutput(program: Program): void {
  process.stderr.on("error", () => undefined);
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (commands.has(program) && error.code !== "EPIPE")
      fail(
        new Error(`The output is not complete, because it couldn't be written: ${error.message}`),
      );
  });
}

const demoTeamFlag = "--demo-team";
const [first = "console"] = process.argv.slice(2);
const name = first === demoTeamFlag ? "console" : first;
const program = Object.hasOwn(programs, name) ? (name as Program) : undefined;
let settings: Settings | undefined;

async function runProgram(named: Program): Promise<void> {
  watchOutput(named);
  const hasDemoTeam = ["console", "dev"].includes(named) && process.argv.includes(demoTeamFlag);
  settings = readSettings(hasDemoTeam ? { ...process.env, DEMO_TEAM: "1" } : process.env, named);
  for (const warning of settings.warnings) warn(warning);
  const starting = programs[named](settings);
  if (!commands.has(named)) stopOnSignals(starting);
  await starting;
}

try {
  if (program === undefined)
    throw new Error(`Unknown program ${name}. Use one of: ${Object.keys(programs).join(", ")}.`);
  await runProgram(program);
} catch (error) {
  fail(error);
}
