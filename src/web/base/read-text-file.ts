import { formatQuantity } from "./format.ts";

/** The text of a file, or why there is none. */
export type TextFile =
  | {
      readonly kind: "text";
      readonly text: string;
      /** What a person checks before using the text. */
      readonly flaw?: FileFlaw | undefined;
    }
  | { readonly kind: FileRefusalKind };

export type FileFlaw = keyof typeof fileFlaws;
export type FileRefusalKind = keyof typeof refusalTitles;

/** The titles of the refusals. */
export const refusalTitles = {
  "too-large": "This file is too large",
  unreadable: "Couldn't read this file",
} as const;

/** A refusal in a line of text. */
export const explainRefusal = (kind: FileRefusalKind, longest: number): string =>
  `${refusalTitles[kind]}. ${kind === "too-large" ? `The limit is ${formatQuantity(longest)} characters.` : "Select another file."}`;

/** What is wrong with a text that was read all the same. */
export const fileFlaws = {
  /** Not valid UTF-8: read as Windows-1252, which reads every file, so letters can be wrong. */
  guessed: {
    title: "File read as Windows-1252",
    text: "This file isn't UTF-8, so it was read as Windows-1252 (Western European). Check its accented letters.",
  },
  /** Cut within the last character, which is read as U+FFFD. */
  incomplete: {
    title: "File incomplete",
    text: "This file ends in the middle of a character, so its end is probably missing. Export it again, or check its last entry.",
  },
} as const;

/** The encodings to choose from where a file isn't UTF-8, by their names for `TextDecoder`. */
export const encodings = [
  ["windows-1252", "Western European (Windows-1252)"],
  ["utf-8", "Unicode (UTF-8)"],
  ["utf-16le", "Unicode (UTF-16)"],
  ["macintosh", "Western European (Mac Roman)"],
  ["windows-1250", "Central European (Windows-1250)"],
  ["iso-8859-2", "Central European (ISO 8859-2)"],
  ["windows-1257", "Baltic (Windows-1257)"],
  ["windows-1251", "Cyrillic (Windows-1251)"],
  ["koi8-u", "Cyrillic (KOI8)"],
  ["ibm866", "Cyrillic (DOS 866)"],
  ["x-mac-cyrillic", "Cyrillic (Mac)"],
  ["windows-1253", "Greek (Windows-1253)"],
  ["windows-1254", "Turkish (Windows-1254)"],
  ["windows-1255", "Hebrew (Windows-1255)"],
  ["windows-1256", "Arabic (Windows-1256)"],
  ["windows-874", "Thai (Windows-874)"],
  ["windows-1258", "Vietnamese (Windows-1258)"],
  ["shift_jis", "Japanese (Shift-JIS)"],
  ["euc-jp", "Japanese (EUC-JP)"],
  ["gb18030", "Chinese, simplified (GBK, GB 18030)"],
  ["big5", "Chinese, traditional (Big5)"],
  ["euc-kr", "Korean (EUC-KR)"],
] as const;

export type Encoding = (typeof encodings)[number][0];

/** Reads every file; western spreadsheets write it. */
export const guessedEncoding: Encoding = "windows-1252";

/** UTF-8 needs at most three bytes for each of the characters that JavaScript counts. */
const mostBytes = 3;

const findUtf16 = (bytes: Uint8Array): string | undefined => {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
};

interface Decoded {
  readonly text: string;
  readonly flaw?: FileFlaw;
}

const decodeUtf16 = (bytes: Uint8Array, encoding: string): Decoded => {
  const text = new TextDecoder(encoding).decode(bytes);
  return bytes.length % 2 === 0 ? { text } : { text, flaw: "incomplete" };
};

const isContinuation = (byte: number | undefined): boolean => ((byte ?? 0) & 0xc0) === 0x80;

/** Whether a fatal decoder has no part of a character left. */
const isAtEnd = (decoder: TextDecoder): boolean => {
  try {
    decoder.decode();
    return true;
  } catch {
    return false;
  }
};

/** False for Windows-1252 where the only byte that isn't ASCII is the last: more probably a whole letter than the start of one. */
const isCutUtf8 = (whole: string, bytes: Uint8Array): boolean =>
  /[^\0-\x7f]/.test(whole) || isContinuation(bytes.at(-1));

/** Spreadsheets write UTF-8, UTF-16 with a byte-order mark, or, in western Windows, Windows-1252. */
const decode = (bytes: Uint8Array): Decoded => {
  const utf16 = findUtf16(bytes);
  if (utf16 !== undefined) return decodeUtf16(bytes, utf16);
  try {
    // A stream waits for the rest of its last character, and fails at its end.
    const decoder = new TextDecoder("utf-8", { fatal: true });
    const whole = decoder.decode(bytes, { stream: true });
    if (isAtEnd(decoder)) return { text: whole };
    if (isCutUtf8(whole, bytes)) return { text: `${whole}\uFFFD`, flaw: "incomplete" };
  } catch {
    // Not UTF-8.
  }
  return { text: new TextDecoder(guessedEncoding).decode(bytes), flaw: "guessed" };
};

/** Reads a file of at most `longest` characters as text, in the encoding that a person chose, if any. Never rejects. */
export const readTextFile = async (
  file: Blob,
  longest: number,
  encoding?: Encoding,
): Promise<TextFile> => {
  if (file.size > longest * mostBytes) return { kind: "too-large" };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const decoded =
      encoding === undefined ? decode(bytes) : { text: new TextDecoder(encoding).decode(bytes) };
    return decoded.text.length > longest ? { kind: "too-large" } : { kind: "text", ...decoded };
  } catch {
    return { kind: "unreadable" };
  }
};
