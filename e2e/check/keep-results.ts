import { cp, rm } from "node:fs/promises";

/**
 * Replaces the kept results by those of this run. A copy that fails changes no test's result, so it never rejects;
 * resolves with a message then.
 */
export const keepResults = async (results: string, kept: string): Promise<string | undefined> => {
  try {
    await rm(kept, { recursive: true, force: true });
    await cp(results, kept, { recursive: true });
    return undefined;
  } catch (error) {
    return `The screenshots of failed tests could not be copied to ${kept}: ${String(error)}`;
  }
};
