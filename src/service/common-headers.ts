/**
 * Headers of every response. Records contain personal data: no cache may store them, and no browser may render them as
 * a page.
 */
export const commonHeaders = (requestId: string) => ({
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-request-id": requestId,
});
