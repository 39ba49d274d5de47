import { describe, expect, it, test } from "vitest";
import { describePath, formatFieldName, selectFieldFormat } from "./field-format.ts";

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

it.each([
  ["0.approvedQuantity", "Item 1, approved quantity"],
  ["rule.groups.2.conditions.0.condition", "Rule, groups, item 3, conditions, item 1, condition"],
  ["rmaItems.10.id", "RMA items, item 11, ID"],
  ["notification_email", "Notification email"],
  ["webhookURL", "Webhook URL"],
  ["sku", "SKU"],
  ["größeNeu", "Größe neu"],
  ["__proto__", "Proto"],
  ["Row 2001 “V2000”", "Row 2001 “V2000”"],
  ["", ""],
  [".", ""],
])("describes %j as %j", (path, words) => expect(describePath(path)).toBe(words));
