import { expect, it } from "vitest";
import { describePath } from "./describe-path.ts";

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
