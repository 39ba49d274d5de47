/** A window as narrow as a phone: rows are cards, and filters are in a sheet. `public/boot.js` has the same query. */
export const phoneQuery = "(max-width: 47.99rem)";
