/** The rule as JSON, both ways. */
export const JsonView = () => null;
