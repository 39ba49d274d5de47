/** Deletes the products that earlier versions kept to test on; the local copies of products replace them. Best effort. */
export const deleteOldSamples = (): void => {
  try {
    indexedDB.deleteDatabase("supercargo-samples");
  } catch {
    // A browser without storage has nothing to delete.
  }
};
