import "./form-fields.css";

/** Looks of what is said below a control. */
export const saidClasses = { description: "form-field__said", error: "form-field__said" };

/** The same, for a control that shows by `data-changed` that it holds something not saved. */
export const fieldClasses = { input: "form-field__input", ...saidClasses };
