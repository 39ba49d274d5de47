import { Refusal } from "./refusal.ts";

/**
 * Waits for work, but no longer than the given milliseconds; then 503. The work itself cannot be stopped: a statement
 * that waits in an unresponsive database may still run when the database responds again.
 */
export const giveUpAfter = async <T>(milliseconds: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const words =
        "The service did not finish in time. The request may still have taken effect. Check before you repeat it";
      reject(new Refusal(503, words, { headers: { "retry-after": "1" } }));
    }, milliseconds);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
};
