import type { AddressInfo } from "node:net";
import { connect, type Target } from "#database/connect.ts";
import { createService } from "./service.ts";

/** A service in its own process, for tests of several at once; started by `test-processes.ts`. */
const serve = async (target: Target): Promise<void> => {
  const app = await createService({ sql: connect(target), rateLimit: 0 });
  await app.listen({ host: "127.0.0.1", port: 0 });
  process.send?.({ port: (app.server.address() as AddressInfo).port });
};

process.on("disconnect", () => process.exit());
await serve(JSON.parse(process.env["TEST_TARGET"] ?? "{}") as Target);
