import { createCleanup } from "./cleanup.ts";
import { type FaultyUpstream, startFaultyUpstream } from "./faulty-upstream.ts";
import { type Stack, type StackOptions, startStack } from "./start-stack.ts";

/** Starts consoles and upstreams for one test, and ends all of them. */
export interface Own {
  readonly stack: (options?: StackOptions) => Promise<Stack>;
  readonly faultyUpstream: (serviceUrl: string) => Promise<FaultyUpstream>;
  /** Ends all of them and deletes their records. */
  readonly end: () => Promise<void>;
}

export const createOwn = (): Own => {
  const cleanup = createCleanup();
  return {
    stack: async (options) => {
      const stack = await startStack(options);
      cleanup.add(stack.remove);
      cleanup.add(stack.stop);
      return stack;
    },
    faultyUpstream: async (serviceUrl) => {
      const upstream = await startFaultyUpstream(serviceUrl);
      cleanup.add(upstream.close);
      return upstream;
    },
    end: cleanup.run,
  };
};
