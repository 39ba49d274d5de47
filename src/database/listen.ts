import { setTimeout as sleep } from "node:timers/promises";
import { openPool, type Target } from "./connect.ts";
import type { Session } from "./session.ts";

export interface ListenOptions {
  /** A name in lower case: it is not quoted. */
  channel: string;
  /** Called after each notification, and after the connection was opened: those of before were missed. */
  onNotice: () => void;
}

export interface Listener {
  close(): Promise<void>;
}

/** Pauses between attempts to connect. */
const retry = { firstMs: 500, longestMs: 30_000 } as const;

/**
 * Listens to the notifications (NOTIFY) of a channel on a connection of its own, which is opened again when it is lost.
 * Behind a connection pool none would arrive, so it ends there. A notification may always be missed: they only make
 * faster what is also checked from time to time.
 */
export function listen(target: Target, { channel, onNotice }: ListenOptions): Listener {
  const pool = openPool(target, { max: 1 });
  const closing = new AbortController();
  const closed = new Promise<void>((resolve) => {
    closing.signal.addEventListener("abort", () => resolve());
  });
  let pauseMs: number = retry.firstMs;

  /** Resolves to false where notifications don't arrive. */
  const stayConnected = async (session: Session): Promise<boolean> => {
    if (session.isPooled) return false;
    const lost = new Promise<Error>((resolve) => (session.onLost = resolve));
    session.on("notification", onNotice);
    await session.script(`listen ${channel}`);
    pauseMs = retry.firstMs;
    onNotice();
    await Promise.race([lost, closed]);
    return true;
  };

  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      const mayListen = await pool.use(stayConnected).catch(() => true);
      if (!mayListen) return;
      await sleep(pauseMs, undefined, { ref: false, signal: closing.signal }).catch(() => {});
      pauseMs = Math.min(2 * pauseMs, retry.longestMs);
    }
  };
  const running = run();

  return {
    async close() {
      closing.abort();
      await Promise.all([pool.close(0), running]);
    },
  };
}
