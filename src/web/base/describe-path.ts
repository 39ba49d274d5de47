const wordsIn = (name: string): string =>
  name
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replaceAll(/[_-]+/g, " ")
    .trim()
    .toLowerCase()
    .replaceAll(/\b(?:id|rma|sku|url)\b/g, (word) => word.toUpperCase());

const describeStep = (step: string): string =>
  /^\d+$/.test(step) ? `item ${Number(step) + 1}` : wordsIn(step);

/**
 * The place of a problem in a request, in words: `0.approvedQuantity` is "Item 1, approved quantity". Positions in the API
 * count from 0.
 */
export const describePath = (path: string): string => {
  // The console names some places itself: Row 12 “ABC”.
  if (!/^[\p{L}\d_.-]*$/u.test(path)) return path;
  const words = path.split(".").filter(Boolean).map(describeStep).join(", ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};
