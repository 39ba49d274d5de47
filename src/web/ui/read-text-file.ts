/** The text of a file, or why there is none. */
export type TextFile =
  | {
      readonly kind: "text";
      readonly text: string;
      /** The file isn't valid UTF-8 and was read as Windows-1252, which reads every file: letters can be wrong. */
      readonly isGuessed: boolean;
    }
  | { readonly kind: keyof typeof refusalTitles };

/** The titles of the refusals. */
export const refusalTitles = {
  "too-large": "This file is too large",
  unreadable: "Couldn't read this file",
} as const;

/** What a person checks after a file was read as Windows-1252. */
export const guessedEncoding =
  "This file isn't UTF-8, so it was read as Windows-1252 (Western European). Check its accented letters before you import.";

/** UTF-8 needs at most three bytes for each of the characters that JavaScript counts. */
const mostBytes = 3;

const findUtf16 = (bytes: Uint8Array): string | undefined => {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
};

/** Spreadsheets write UTF-8, UTF-16 with a byte-order mark, or, in western Windows, Windows-1252. */
const decode = (bytes: Uint8Array): { text: string; isGuessed: boolean } => {
  const utf16 = findUtf16(bytes);
  if (utf16 !== undefined) return { text: new TextDecoder(utf16).decode(bytes), isGuessed: false };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), isGuessed: false };
  } catch {
    return { text: new TextDecoder("windows-1252").decode(bytes), isGuessed: true };
  }
};

/** Reads a file of at most `longest` characters as text. Never rejects. */
export const readTextFile = async (file: Blob, longest: number): Promise<TextFile> => {
  if (file.size > longest * mostBytes) return { kind: "too-large" };
  try {
    const { text, isGuessed } = decode(new Uint8Array(await file.arrayBuffer()));
    return text.length > longest ? { kind: "too-large" } : { kind: "text", text, isGuessed };
  } catch {
    return { kind: "unreadable" };
  }
};
