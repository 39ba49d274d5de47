/** The address of a new rule; `search` may name what it starts from (`use-start-rule.ts`). */
export const newRuleAddress = { to: "/mapping-rules/$id", params: { id: "new" } } as const;
