/** The secret of the webhook created last, until the screen that opens next has shown it. Never stored. */
let created: { id: number; secret: string } | undefined;

/** Keeps a new webhook's secret for its screen. */
export const keepCreatedSecret = (id: number, secret: string | null | undefined): void => {
  created = secret ? { id, secret } : undefined;
};

/** The secret of a webhook that was just created here. */
export const findCreatedSecret = (id: number): string | undefined =>
  created?.id === id ? created.secret : undefined;
