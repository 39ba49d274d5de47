/** Above the editor: undo and redo, search, folding, problems, keys. */
export const RuleToolbar = () => null;
