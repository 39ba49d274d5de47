import { connect, type Target } from "#database/connect.ts";
import { seedDemonstration } from "#programs/seed-demonstration.ts";

/** Fills a test's database in its own process, which the test may kill. */
const sql = connect(JSON.parse(process.env["TEST_TARGET"] ?? "{}") as Target, { patient: true });
process.on("disconnect", () => process.exit());
await seedDemonstration(sql, { parents: Number(process.env["TEST_PARENTS"]) });
await sql.end();
process.disconnect?.();
