import { openDatabase } from "#database/open.ts";

/**
 * A program that tests kill: opens the database in the given folder and writes rows, each with its status in one
 * transaction, and reports acknowledged rows on standard output. Ends in an orderly way on SIGTERM.
 */
const database = await openDatabase({
  dataDir: process.argv[2] ?? "",
  max: 2,
  log: (message) => process.stderr.write(`${message}\n`),
});
const { sql } = database;
let ended = false;
process.once("SIGTERM", () => {
  ended = true;
});

await sql`select pg_advisory_lock(1)`.then(async () => {
  await sql`create table if not exists row (id bigint generated always as identity primary key, writer integer, filling text)`;
  await sql`create table if not exists status (row_id bigint primary key, units integer)`;
});
await sql`select pg_advisory_unlock_all()`;
process.stdout.write("ready\n");

while (!ended) {
  try {
    const id = await sql.begin(async (transaction) => {
      const [row] = await transaction<{ id: number }[]>`
        insert into row (writer, filling) values (${process.pid}, ${"x".repeat(500)}) returning id`;
      await transaction`insert into status values (${row?.id ?? 0}, 3)`;
      return row?.id;
    });
    process.stdout.write(`${id}\n`);
  } catch {
    // The server was killed; the next round waits for its replacement.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
await database.close();
