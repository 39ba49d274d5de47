import { useParams } from "@tanstack/react-router";

/** The id in the address of a record's screen, as it is written there; whether it is one is found out by asking. */
export const useRouteId = (): string => {
  const { id } = useParams({ strict: false }) as { id?: string };
  return id ?? "";
};
