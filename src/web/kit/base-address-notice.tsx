import { accountOperations } from "#contract/account.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { account } from "#web/api/account.ts";
import { findServed, servedOperations } from "#web/base/served.ts";
import { useValue } from "#web/base/value-store.ts";
import type { ReactNode } from "react";
import { Notice } from "./notice.tsx";

/** Whether `GET /account`, which every API offers (api 4.1), is missing too; undefined until that is known. */
export const useIsAddressWrong = (enabled = true): boolean | undefined => {
  useValue(servedOperations);
  const served = findServed(accountOperations.getAccount);
  const query = useQuery({ ...account(), enabled: enabled && served === undefined });
  return served === undefined && query.isPending ? undefined : served === false;
};

/** Shown where an operation is not served: that the base address is wrong, or else what the screen offers instead. */
export const BaseAddressNotice = ({ children }: { children: ReactNode }) => {
  const isWrong = useIsAddressWrong();
  if (isWrong === undefined) return null;
  if (!isWrong) return children;
  return (
    <Notice
      title="The connection's address may be wrong"
      tone="bad"
      alert
      actions={<Link to="/connection">Go to Connection</Link>}
    >
      Something else answers at the address that is set. Tell your administrator; Connection shows
      what to change.
    </Notice>
  );
};
