import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { connect, type ConnectOptions, type Target } from "#database/connect.ts";
import type { Sql } from "#database/sql.ts";

/** A database of its own for one test, dropped when it is closed. */
export interface TestDatabase {
  sql: Sql;
  target: Target;
  /** Another pool on the same database, like another process would have, or on a proxy of it; ended by `close`. */
  connect(options?: ConnectOptions & { target?: Target }): Sql;
  close(): Promise<void>;
}

/** The initial content of each database that is copied from it; filled once a run, however many files use it. */
export interface Template {
  name: string;
  fill(sql: Sql): Promise<void>;
}

/** A new database on the test run's server, empty or copied from a template. Takes about 20 ms. */
export async function createTestDatabase(template?: Template): Promise<TestDatabase> {
  // It may wait for another file that fills the template.
  const server = connect(inject("testServer"), { max: 1, patient: true });
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const source = template ? await fillTemplate(server, template) : "template1";
  await server`create database ${server(name)} template ${server(source)} strategy file_copy`;
  const target = createTarget(name);
  const pools: Sql[] = [];
  const open: TestDatabase["connect"] = ({ target: other = target, ...options } = {}) => {
    const pool = connect(other, { max: 4, ...options });
    pools.push(pool);
    return pool;
  };
  return {
    sql: open(),
    target,
    connect: open,
    async close() {
      await Promise.all(pools.map((pool) => pool.end({ timeout: 1 })));
      await server`drop database ${server(name)} with (force)`;
      await server.end();
    },
  };
}

function createTarget(database: string): Target {
  const server = inject("testServer");
  if ("url" in server) throw new Error("The test server is the embedded one");
  return { ...server, database };
}

/** Test files run in their own processes: the first one fills the template, the others wait. */
async function fillTemplate(server: Sql, template: Template): Promise<string> {
  const name = `template_${template.name}`;
  await server`select pg_advisory_lock(hashtext(${name}))`;
  try {
    const [existing] = await server`select 1 from pg_database where datname = ${name}`;
    if (existing) return name;
    const draft = `${name}_${randomUUID().slice(0, 8)}`;
    await server`create database ${server(draft)}`;
    const sql = connect(createTarget(draft), { max: 4 });
    try {
      await template.fill(sql);
    } finally {
      await sql.end();
    }
    await server`alter database ${server(draft)} rename to ${server(name)}`;
    return name;
  } finally {
    await server`select pg_advisory_unlock(hashtext(${name}))`;
  }
}
