import { useEffect, useState } from "react";
import { openProductCopy, type ProductCopy } from "#web/api/product-copy/product-copy.ts";
import { createValueStore, useValue } from "#web/base/value-store.ts";

/** Opens the copy of a channel, and closes it with the screen. */
export const useProductCopy = (channelId: number): ProductCopy | undefined => {
  const [slot] = useState(() => createValueStore<ProductCopy | undefined>(undefined));
  useEffect(() => {
    const opened = openProductCopy(channelId);
    slot.set(opened);
    return () => opened.close();
  }, [channelId, slot]);
  const copy = useValue(slot);
  return copy?.channelId === channelId ? copy : undefined;
};
