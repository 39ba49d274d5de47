/** The title of every list of shortcuts, and its name among the actions of a screen. */
export const shortcutsTitle = "Keyboard shortcuts";
