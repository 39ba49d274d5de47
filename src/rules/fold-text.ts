/** Text in one spelling, so that é written as one character equals é written as two. */
export const composeText = (text: string): string => text.normalize("NFC");

/**
 * Text for comparing in any case. Lower then upper, because each direction alone keeps letters apart that people take
 * for one: “ß” and “SS”, “ς” and “Σ”.
 */
export const foldText = (text: string): string => text.normalize("NFC").toLowerCase().toUpperCase();
