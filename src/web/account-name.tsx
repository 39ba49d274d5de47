import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { account } from "./api/account.ts";

/** The name of the account whose records are shown, or its substitute if it has none. */
export const AccountName = ({ instead }: { instead: ReactNode }) => {
  const query = useQuery({ ...account("background"), staleTime: Number.POSITIVE_INFINITY });
  const name = query.data?.value.name || instead;
  // Without any name, the brand is alone in the middle of a narrow window's bar.
  return name || query.isPending ? <>{name}</> : <span className="shell__no-account" />;
};
