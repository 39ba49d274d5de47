/** A file's name in ASCII, so that all systems show it unchanged. */
const toFileName = (name: string): string => name.replaceAll(/[^\w.-]+/g, "-");

/** Downloads a file. */
export const downloadBlob = (name: string, content: Blob): void => {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = toFileName(name);
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};

/** Downloads a text as a file. */
export const download = (name: string, type: string, text: string): void =>
  downloadBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));
