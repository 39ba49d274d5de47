interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): string };
}

/** The Content-Security-Policy knows the policy's name. */
const trust = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(
  "product-copy-worker",
  { createScriptURL: (address) => address },
);

/** Starts the worker that holds a channel's copy. */
export const startCopyWorker = async (): Promise<Worker> => {
  const { default: address } = await import("./product-copy-worker.ts?worker&url");
  return new Worker(trust?.createScriptURL(address) ?? address, { type: "module" });
};
