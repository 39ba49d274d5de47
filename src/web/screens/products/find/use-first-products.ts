import { useEffect, useState } from "react";
import { queryClient } from "#web/api/query-client.ts";

const createHold = () => {
  let release = () => {};
  const released = new Promise<null>((resolve) => {
    release = () => resolve(null);
  });
  return { release, released };
};

/**
 * Returns a function to call when the first products are drawn. Until then, the screen counts as one that waits for a
 * response, although its copy sends the requests: what the console loads ahead would delay the products.
 */
export const useFirstProducts = (isWaiting: boolean): (() => void) => {
  const [{ release, released }] = useState(createHold);
  useEffect(() => {
    if (!isWaiting) return;
    void queryClient.fetchQuery({ queryKey: ["first-products"], queryFn: () => released });
    return release;
  }, [isWaiting, release, released]);
  return release;
};
