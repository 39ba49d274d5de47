/** A handle of the API as words: "purchase_order" is "Purchase order". */
export const handleWords = (handle: string): string =>
  handle.charAt(0).toUpperCase() + handle.slice(1).replaceAll("_", " ");
