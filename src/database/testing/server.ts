import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import type { Target } from "#database/connect.ts";
import { prepareDataFolder } from "#database/data-folder.ts";
import { startEmbeddedServer } from "#database/embedded-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    testServer: Target;
    /** The run's own folder: the `prepared` data folder that tests copy, and the bundles that they build once. */
    testFolder: string;
  }
}

/** Vitest's global set-up: one PostgreSQL for the whole run, in a folder that is removed with it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "supercargo-test-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    // Created with access for this user only, and under root the server runs as another user.
    chmodSync(folder, 0o755);
    const prepared = join(folder, "prepared");
    prepareDataFolder(prepared, false);
    const dataDir = join(folder, "server");
    mkdirSync(dataDir);
    execFileSync("cp", ["-a", prepared, join(dataDir, "postgres")]);
    const server = await startEmbeddedServer({ dataDir, durable: false });
    project.provide("testServer", server.target);
    project.provide("testFolder", folder);
    return async () => {
      await server.stop();
      remove();
    };
  } catch (error) {
    remove();
    throw error;
  }
}
