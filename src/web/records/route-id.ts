import { useParams } from "@tanstack/react-router";

/** The id in the address of a record's screen, unvalidated: a request shows whether it exists. */
export const useRouteId = (): string => {
  const { id } = useParams({ strict: false }) as { id?: string };
  return id ?? "";
};
