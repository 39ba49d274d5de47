import { accountOperations } from "#contract/account.ts";
import type { Forwarder } from "./forward-call.ts";

/** Failures that an upstream only causes by having answered. */
const proofsOfLife: ReadonlySet<string> = new Set(["rate-limited", "token-refused"]);

/** Asks the upstream the smallest thing it knows (api 4.1), behind everybody else; true when it answers at all. */
export const probeUpstream = async (
  forwarder: Forwarder,
  token: { readonly token: string } | undefined,
): Promise<boolean> => {
  const operation = accountOperations.getAccount;
  const { result } = forwarder.send({
    operation,
    path: operation.path,
    body: undefined,
    token: token?.token,
    urgency: 7,
    person: undefined,
    once: true,
  });
  const { verdict } = await result;
  if (verdict.status !== undefined) return verdict.status < 500;
  return verdict.kind === "failure" && proofsOfLife.has(verdict.failure.kind);
};
