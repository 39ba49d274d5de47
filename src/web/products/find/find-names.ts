/** The names that a search takes in the address, besides `sort`. */
export const findNames = [
  "q",
  "exact",
  "brand",
  "category",
  "stock",
  "units",
  "price",
  "missing",
  "map",
  "since",
  "until",
  "gone",
] as const;
