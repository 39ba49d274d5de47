/** The mapping rule's own fields. */
export const HeadForm = () => null;
