/** A value as the text of a field. */
export const valueToText = (value: unknown): string => {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value) && value.every((one) => typeof one === "string"))
    return value.join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

type Read = { readonly value: unknown } | { readonly why: string };

const readJson = (text: string): Read => {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { why: "Enter the list or record as JSON" };
  }
};

/** The value that a person means by a text, of the same kind as another value of that field. */
export const textToValue = (text: string, like: unknown): Read => {
  const trimmed = text.trim();
  if (typeof like === "number") {
    if (trimmed === "") return { value: null };
    return Number.isFinite(Number(trimmed))
      ? { value: Number(trimmed) }
      : { why: "Enter a number, such as 19.99" };
  }
  if (typeof like === "boolean") {
    if (trimmed === "") return { value: null };
    if (!/^(?:yes|no|true|false)$/i.test(trimmed)) return { why: "Enter yes or no" };
    return { value: /^(?:yes|true)$/i.test(trimmed) };
  }
  if (Array.isArray(like) && like.every((one) => typeof one === "string"))
    return {
      value: trimmed === "" ? [] : trimmed.split(",").map((one) => one.trim()),
    };
  if (typeof like === "object" && like !== null)
    return trimmed === "" ? { value: null } : readJson(trimmed);
  return { value: text };
};
