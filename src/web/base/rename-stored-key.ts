/** Moves a value that an earlier version stored under another name. A newer value stays. Throws as the storage does. */
export const renameStoredKey = (from: string, to: string): void => {
  const value = localStorage.getItem(from);
  if (value === null) return;
  if (localStorage.getItem(to) === null) localStorage.setItem(to, value);
  localStorage.removeItem(from);
};
