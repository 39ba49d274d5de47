interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): string };
}

/**
 * Creates a function that starts workers from URLs that the build generates. The Content-Security-Policy lists the
 * policy's name, and a name can be created only once: call it once per module, not per worker.
 */
export const createWorkerStarter = (policy: string): ((address: string) => Worker) => {
  const trust = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(policy, {
    createScriptURL: (address) => address,
  });
  return (address) => new Worker(trust?.createScriptURL(address) ?? address, { type: "module" });
};
