/** The names in the address that narrow the list. */
export const ruleFilters = [
  "state",
  "eventId",
  "holds",
  "dataType",
  "field",
  "uses",
  "since",
] as const;
