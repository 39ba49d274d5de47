import { dirname } from "node:path";
import { onTestFinished } from "vitest";
import { createTestDatabase } from "#database/testing/database.ts";

/** The setting for a new database on the run's server: starting an embedded one takes as long as the program itself. */
export const createExternal = async (): Promise<{ DATABASE_URL: string }> => {
  const database = await createTestDatabase();
  // After the programs have ended.
  onTestFinished(() => database.close());
  if ("url" in database.target) throw new Error("The test server is reached by its socket");
  const { path, user, database: name } = database.target;
  return { DATABASE_URL: `postgres://${user}@localhost/${name}?host=${dirname(path)}` };
};
