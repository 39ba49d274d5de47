import type { Sql } from "#database/sql.ts";
import { startOfDay } from "#demo/values.ts";
import { createWorkspace, type WorkspaceSize } from "#demo/workspace.ts";
import { fillWorkspace } from "#service/fill-workspace.ts";

export interface DemonstrationOptions extends Partial<WorkspaceSize> {
  /** The reference date of the workspace: the same day generates the same workspace. */
  now?: Date;
}

/** Fills an empty database with the demonstration workspace; leaves a database with records unchanged. */
export const seedDemonstration = (
  sql: Sql,
  { now = new Date(), parents = 2_000, ...size }: DemonstrationOptions = {},
): Promise<void> => fillWorkspace(sql, createWorkspace({ parents, ...size }, startOfDay(now)));
