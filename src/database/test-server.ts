import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import type { Target } from "./connect.ts";
import { startEmbeddedServer } from "./embedded-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    testServer: Target;
  }
}

/** Vitest's global set-up: one PostgreSQL for the whole run, in a folder that goes with it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), "supercargo-test-"));
  const server = await startEmbeddedServer({ dataDir, durable: false });
  project.provide("testServer", server.target);
  return async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
