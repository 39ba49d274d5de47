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
