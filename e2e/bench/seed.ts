import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { connect } from "#database/connect.ts";
import { openDatabase } from "#database/open.ts";
import { seedDemonstration } from "#programs/seed-demonstration.ts";
import { prepareService } from "#service/prepare-service.ts";

/** Product parents, unless `BENCH_PARENTS` is set. */
const defaultParents = 20_000;

const megabytes = (bytes: number): number => Math.round(bytes / 1_000_000);

/** The time to fill an empty embedded database with the demonstration workspace. */
export async function bench(): Promise<object[]> {
  const parents = Number(process.env["BENCH_PARENTS"] ?? defaultParents);
  const dataDir = mkdtempSync(join(tmpdir(), "supercargo-seed-"));
  const database = await openDatabase({ dataDir });
  const sql = connect(database.target, { max: 2, patient: true });
  try {
    await prepareService(sql);
    const start = performance.now();
    await seedDemonstration(sql, { parents });
    const ms = performance.now() - start;
    const [size] = await sql<{ bytes: number }[]>`
      select pg_database_size(current_database()) as bytes`;
    return [
      {
        bench: "seed",
        parents,
        seconds: Math.round(ms) / 1_000,
        microsecondsPerParent: Math.round((ms * 1_000) / parents),
        databaseMegabytes: megabytes(size?.bytes ?? 0),
        residentMegabytes: megabytes(process.memoryUsage.rss()),
      },
    ];
  } finally {
    await sql.end();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
