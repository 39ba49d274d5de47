/** What there is to save, and the way to save it. */
export const SaveRuleBar = () => null;
