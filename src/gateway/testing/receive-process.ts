import { connect, type Target } from "#database/connect.ts";
import { createGateway } from "#gateway/gateway.ts";
import { listenOnLoopback } from "#gateway/server/listen.ts";
import type { SharedLimit } from "./receive-processes.ts";

/**
 * A gateway in its own process that kills itself like `kill -9` at the step FAIL_AT of its FAIL_RUN-th run or change; started by
 * `receive-processes.ts`.
 */
const {
  FAIL_AT = "",
  FAIL_RUN = "1",
  TEST_TARGET = "{}",
  TEST_UPSTREAM = "",
  TEST_FOLDER = "",
  TEST_SHARED = "",
} = process.env;

/** The rate that it shares with the other gateways of the database. */
const shared = TEST_SHARED === "" ? undefined : (JSON.parse(TEST_SHARED) as SharedLimit);

let runs = 0;

const end = (): void => void process.kill(process.pid, "SIGKILL");

/**
 * Sent data leaves the process slightly later; a head comes with the first bytes, so the end of it is caught before.
 */
const reached = async (step: string): Promise<void> => {
  if (step !== FAIL_AT) return;
  runs += 1;
  if (runs !== Number(FAIL_RUN)) return;
  if (step === "after-send" || step === "change-sent") setImmediate(end);
  else end();
  await new Promise(() => undefined);
};

const gateway = await createGateway({
  upstream: {
    baseUrl: TEST_UPSTREAM,
    accountToken: "token-of-the-test",
    rateLimit: shared?.limit ?? 0,
  },
  // Short, for the one that goes on after a kill.
  copies: { share: 1, leaseMs: 1_000, folder: TEST_FOLDER },
  database: {
    open: async () => {
      const sql = connect(JSON.parse(TEST_TARGET) as Target, { max: 4 });
      return { sql, close: async () => sql.end() };
    },
    folder: TEST_FOLDER,
    leaseMs: 600_000,
    isShared: shared !== undefined,
    ...(shared === undefined ? {} : { slotLeaseMs: shared.leaseMs }),
    reached,
  },
});
process.on("disconnect", () => process.exit());
process.send?.({ origin: await listenOnLoopback(gateway, "127.0.0.1", 0) });
