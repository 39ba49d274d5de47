/** Texts of customers and notes of the returns desk. */
export const returnReasons = [
  "Damaged in transit",
  "Defective",
  "Wrong item sent",
  "Ordered the wrong size",
  "No longer needed",
  "Arrived too late",
  "Not as described",
  "Missing parts",
  "Better price found",
];

export const returnConditions = [
  "New, unopened",
  "Opened, like new",
  "Used",
  "Damaged",
  "Missing parts",
  "Not inspected yet",
];

export const returnNotes = [
  "Photos are attached to the ticket.",
  "Box crushed on one corner, goods look fine.",
  "Customer asks for a replacement, not a refund.",
  "Serial number does not match the order.",
  "Corner cracked — Ecke gesprungen, see picture 2.",
  "Second return of this order.",
  "Customer keeps two and sends the rest back.",
  "Restocking fee agreed on the phone with Mme Béland.",
];

export const accountingErrors = [
  "Credit memo was refused: the customer is on hold",
  "No account is mapped for returns of this source",
  "Period 2026-03 is closed",
];
