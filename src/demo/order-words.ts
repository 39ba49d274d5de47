/** Reasons for canceled, voided or stopped orders, and notes on orders. */
export const cancelReasons = [
  "Customer changed their mind before dispatch",
  "Out of stock at the source, no date given",
  "Ordered twice by mistake",
  "Address could not be confirmed",
  "Price was wrong at the channel",
];

export const voidReasons = [
  "Routed to another source",
  "Replaced by a corrected order",
  "Item discontinued by the maker",
  "Test order",
];

export const errorReasons = [
  "The source's endpoint answered 503 three times",
  "SKU is not known to the source",
  "State code is missing in the shipping address",
  "Shipping method has been deleted",
];

export const infoNotes = [
  "Dealer license is missing: ask the customer for a copy",
  "Phone number is needed for freight delivery",
  "Apartment number is missing",
];

export const customerNotes = [
  "Please call before delivery.",
  "Gate code is on the account.",
  "Gift: do not put a price in the box.",
  "Deliver to the workshop at the back, s’il vous plaît.",
  "Leave with the neighbor at no. 12 if nobody answers.",
  "Must arrive before the 24th.",
];

export const orderAttributes = [
  ["customer_group", "Trade"],
  ["promotion", "AUTUMN15"],
  ["cost_center", "4410"],
  ["signature_required", "true"],
  ["sales_rep", "M. Østergård"],
  ["gift_order", "true"],
  ["buyer_reference", "Job 2271, second floor"],
] as const;

export const orderTags = [
  "Rush",
  "B2B",
  "Gift",
  "Oversize",
  "VIP",
  "Fragile",
  "Backorder",
  "Hold for pickup",
];
