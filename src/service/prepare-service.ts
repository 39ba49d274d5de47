import { migrate } from "#database/migrate.ts";
import type { Sql } from "#database/sql.ts";
import { forgetOldRequests } from "#service/store/tokens.ts";

/** Migrates the database's schema `service` to this version; safe with several processes at once. */
export const prepareService = async (sql: Sql): Promise<void> => {
  await migrate(sql, { schema: "service", folder: new URL("./migrations/", import.meta.url) });
  await forgetOldRequests(sql);
};
