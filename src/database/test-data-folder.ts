import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { inject } from "vitest";

/**
 * Puts a new PostgreSQL's files under a data folder, as the first start would, for tests whose subject is what comes
 * after it: the copy takes a tenth of the making. The owner goes with it, who under root is not us.
 */
export function putDataFolder(dataDir: string): void {
  execFileSync("cp", ["-a", join(inject("testFolder"), "prepared"), join(dataDir, "postgres")]);
}
