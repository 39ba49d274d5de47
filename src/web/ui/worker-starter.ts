interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): string };
}

/**
 * What starts workers from addresses that the build made. The Content-Security-Policy knows the policy's name, and a
 * name can be taken once: to be called where a module is loaded, not for each worker.
 */
export const workerStarter = (policy: string): ((address: string) => Worker) => {
  const trust = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(policy, {
    createScriptURL: (address) => address,
  });
  return (address) => new Worker(trust?.createScriptURL(address) ?? address, { type: "module" });
};
