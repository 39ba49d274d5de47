import type { WebhookSecret } from "#contract/webhooks.ts";
import { createValueStore, useValue } from "#web/base/value-store.ts";

/**
 * A secret that the API shows once, and until when the one before it still signs; `lost` if the response with it was
 * lost, so that only a rotation gives the person one.
 */
export type NewSecret = (Pick<WebhookSecret, "secret"> & Partial<WebhookSecret>) | "lost";

/** The secrets of webhooks that were created or rotated here, until a person has seen them. Never stored. */
const unseen = createValueStore<ReadonlyMap<number, NewSecret>>(new Map());

/** Keeps the new secret of a webhook for its screen; undefined once it was seen, or if the API sent none. */
export const keepNewSecret = (id: number, secret: NewSecret | undefined): void => {
  const next = new Map(unseen.get());
  if (secret) next.set(id, secret);
  else next.delete(id);
  unseen.set(next);
};

/** The secret of a webhook that wasn't shown yet. */
export const useNewSecret = (id: number): NewSecret | undefined => useValue(unseen).get(id);
