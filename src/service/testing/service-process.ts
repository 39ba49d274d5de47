import type { AddressInfo } from "node:net";
import { connect, type Target } from "#database/connect.ts";
import { createService } from "#service/service.ts";
import { startWebhookSender } from "#service/webhooks/start-sender.ts";

type SenderOptions = Parameters<typeof startWebhookSender>[0];

/**
 * A service in its own process, for tests of several at once; started by `service-processes.ts`. With `webhooks` it sends
 * them too, to loopback.
 */
const serve = async (
  target: Target,
  webhooks: Partial<SenderOptions> | undefined,
): Promise<void> => {
  const sql = connect(target);
  const sender = webhooks && startWebhookSender({ sql, target, allowPrivate: true, ...webhooks });
  const app = await createService({ sql, rateLimit: 0, onChange: () => sender?.wake() });
  await app.listen({ host: "127.0.0.1", port: 0 });
  process.send?.({ port: (app.server.address() as AddressInfo).port });
};

process.on("disconnect", () => process.exit());
const { target, webhooks } = JSON.parse(process.env["TEST_SERVICE"] ?? "{}") as {
  target: Target;
  webhooks?: Partial<SenderOptions>;
};
await serve(target, webhooks);
