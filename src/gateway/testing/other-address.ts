import { networkInterfaces } from "node:os";

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((each) => each?.address === "::1");

/** An address of this machine alone, besides 127.0.0.1. */
export const otherAddress = hasIpv6 ? "::1" : "127.0.0.2";
