import { createEndings } from "./endings.ts";
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
  const endings = createEndings();
  return {
    stack: async (options) => {
      const stack = await startStack(options);
      endings.add(stack.remove);
      endings.add(stack.stop);
      return stack;
    },
    faultyUpstream: async (serviceUrl) => {
      const upstream = await startFaultyUpstream(serviceUrl);
      endings.add(upstream.close);
      return upstream;
    },
    end: endings.run,
  };
};
