import "./field-classes.css";

/** The classes of a control that shows unsaved changes by `data-changed`. */
export const fieldClasses = { input: "form-field__input" };
