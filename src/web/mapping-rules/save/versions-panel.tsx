/** Earlier versions of the rule that this browser has seen. */
export const VersionsPanel = () => null;
