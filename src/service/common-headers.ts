/**
 * What every answer carries. Records are about people: no cache on the way may keep them, and no browser may take them
 * for a page.
 */
export const commonHeaders = (requestId: string) => ({
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-request-id": requestId,
});
