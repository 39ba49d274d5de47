import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { account } from "./api/account.ts";

/** The name of the account whose records are shown, or its substitute if it has none. */
export const AccountName = ({ instead }: { instead: ReactNode }) => {
  const { data } = useQuery({ ...account("background"), staleTime: Number.POSITIVE_INFINITY });
  return data?.value.name ? <>{data.value.name}</> : instead;
};
