import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { connect } from "#database/connect.ts";
import { startEmbeddedServer } from "#database/embedded-server.ts";

/*
 * One PostgreSQL for a whole run of browser tests. It has one database that is filled once; every console that a test
 * starts gets a copy of it within some 50 ms, instead of a server and a workspace of its own within three seconds.
 */

/** The initial content of a console's database: a small demonstration workspace, or nothing. */
export type Beginning = "demonstration" | "nothing";

/** The databases that copies are made of. */
const templates = { demonstration: "demonstration", nothing: "template1" } as const;

/** Fewer products than `npm start` shows, since many tests read a whole channel; as many orders and returns. */
const workspace = { parents: 300, orders: 400, returns: 150 };

/** The variable in which a run's server passes its socket to the workers. */
const variable = "TEST_RECORDS_SOCKET";

const user = "supercargo";

const targetOf = (database: string) => ({ path: process.env[variable] ?? "", user, database });

/** Only this function loads the service: a run fills one template, and each of its workers loads this file. */
const fillTemplate = async (): Promise<void> => {
  const { prepareService } = await import("#service/prepare-service.ts");
  const { seedDemonstration } = await import("#programs/seed-demonstration.ts");
  const server = connect(targetOf("postgres"), { max: 1 });
  await server`create database ${server(templates.demonstration)}`;
  await server.end();
  const sql = connect(targetOf(templates.demonstration), { max: 2, patient: true });
  try {
    await prepareService(sql);
    await seedDemonstration(sql, workspace);
  } finally {
    await sql.end();
  }
};

/** Starts the server and fills the template; returns a function that stops it and deletes its data. */
export const startRecords = async (): Promise<() => Promise<void>> => {
  const dataDir = await mkdtemp(join(tmpdir(), "supercargo-records-"));
  const server = await startEmbeddedServer({ dataDir, durable: false });
  const end = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  if (!("path" in server.target)) throw new Error("The embedded server is reached by its socket");
  process.env[variable] = server.target.path;
  await fillTemplate().catch(async (error: unknown) => {
    await end();
    throw error;
  });
  return end;
};

/** The database of one console. */
export interface Records {
  /** The value for `DATABASE_URL`. */
  readonly databaseUrl: string;
  /** Drops it, even with open connections. */
  readonly remove: () => Promise<void>;
}

/** Creates a database on the run's server. */
export const createRecords = async (beginning: Beginning): Promise<Records> => {
  const { path } = targetOf("postgres");
  const name = `records_${randomUUID().replaceAll("-", "")}`;
  const run = async (statement: (sql: ReturnType<typeof connect>) => Promise<unknown>) => {
    const server = connect(targetOf("postgres"), { max: 1, patient: true });
    try {
      await statement(server);
    } finally {
      await server.end();
    }
  };
  await run(
    (sql) =>
      sql`create database ${sql(name)} template ${sql(templates[beginning])} strategy file_copy`,
  );
  return {
    databaseUrl: `postgres://${user}@localhost/${name}?host=${encodeURIComponent(dirname(path))}`,
    remove: () => run((sql) => sql`drop database if exists ${sql(name)} with (force)`),
  };
};
