import { type FaultyUpstream, startFaultyUpstream } from "./faulty-upstream.ts";
import { startStack, testToken } from "./start-stack.ts";
import { expect, test as base } from "./test.ts";

export { expect };

/** A console that may ask twice a second, before an upstream that fails on demand and writes down what arrives. */
export interface SlowConsole {
  readonly url: string;
  readonly upstream: FaultyUpstream;
}

export const test = base.extend<{ slow: SlowConsole }, { slowConsole: SlowConsole }>({
  slowConsole: [
    async ({ stack }, use) => {
      const upstream = await startFaultyUpstream(stack.upstreamUrl);
      const console = await startStack({
        env: { API_BASE_URL: upstream.url, API_TOKEN: testToken, API_RATE_LIMIT: "2" },
      });
      await use({ url: console.url, upstream });
      await console.stop();
      await console.remove();
      await upstream.close();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  slow: async ({ slowConsole }, use) => {
    await use(slowConsole);
    await slowConsole.upstream.heal();
  },
});
