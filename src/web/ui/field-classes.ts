import "./form-fields.css";

/** The classes of hints and errors below a control. */
export const saidClasses = { description: "form-field__said", error: "form-field__said" };

/** The classes of a control that shows unsaved changes by `data-changed`. */
export const fieldClasses = { input: "form-field__input", ...saidClasses };
