import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { migrate } from "#database/migrate.ts";
import { createTestDatabase } from "#database/testing/database.ts";

const folder = fileURLToPath(new URL("../migrations/", import.meta.url));

/** Runs the migrations up to this number. */
const migrateTo = async (sql: Parameters<typeof migrate>[0], last: string): Promise<void> => {
  const part = await mkdtemp(join(tmpdir(), "supercargo-migrations-"));
  for (const name of await readdir(folder))
    if (name <= `${last}~`) await cp(join(folder, name), join(part, name));
  await migrate(sql, { schema: "gateway", folder: part });
  await rm(part, { recursive: true });
};

it("responses that earlier versions stored without a key are removed, and others stay", async () => {
  const { sql, close } = await createTestDatabase();
  await migrateTo(sql, "0008");
  const rows = [
    [1, null, "secret record"],
    [2, "k", "kept"],
    [3, null, null],
  ] as const;
  for (const [id, key, answer] of rows)
    await sql`
      insert into gateway.changes (id, upstream, operation, resource, fields, request_id, requested_at, hash, key, answer)
      values (${id}, 'u', 'x', 'x', '[]', 'x', now(), 'x', ${key}::text, ${answer}::text)`;
  await migrate(sql, { schema: "gateway", folder });
  expect(await sql`select id, answer from gateway.changes order by id`).toEqual([
    { id: 1, answer: null },
    { id: 2, answer: "kept" },
    { id: 3, answer: null },
  ]);
  await close();
});
