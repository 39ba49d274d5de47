import type { accountOperations } from "#contract/account.ts";
import type { HandlersOf } from "#service/handler.ts";
import { listChannels, listSources, readAccount } from "#service/store/account.ts";

export const accountHandlers: HandlersOf<typeof accountOperations> = {
  getAccount: async (_, { sql }) => ({ body: await readAccount(sql) }),
  listSources: async (_, { sql }) => ({ body: await listSources(sql) }),
  listChannels: async (_, { sql }) => ({ body: await listChannels(sql) }),
};
