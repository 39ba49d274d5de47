import { describe, expect, test } from "vitest";
import { selectFieldFormat, formatFieldName } from "./field-format.ts";

describe("formatFieldName", () => {
  test.each([
    ["secondaryAcknowledgedAt", "Secondary acknowledged at"],
    ["reseller_product_parent_id", "Reseller product parent ID"],
    ["upc", "UPC"],
    ["trackingUrl", "Tracking URL"],
    ["rmaItemId", "RMA item ID"],
    ["addressLine1", "Address line1"],
    ["", ""],
  ])("%s becomes %j", (name, words) => {
    expect(formatFieldName(name)).toBe(words);
  });
});

describe("selectFieldFormat", () => {
  test.each([
    ["shippedAt", "2026-01-01", "moment"],
    ["holdUntil", null, "moment"],
    ["partial", false, "flag"],
    ["totalCost", 12.5, "money"],
    ["subtotal", "12.50", "text"],
    ["totalQuantity", 4, "number"],
    ["imageUrl", "https://x.test", "link"],
    ["md5_checksum", "abc", "code"],
    ["purchaseOrderNumber", "PO-1", "code"],
    ["note", "Ring twice", "text"],
    ["note", 5, "number"],
    ["syncedAt", true, "flag"],
  ])("%s of %j", (name, value, face) => {
    expect(selectFieldFormat(name, value)).toBe(face);
  });
});
