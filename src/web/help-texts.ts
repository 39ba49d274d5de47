import type { Keys } from "./kit/key-list.tsx";

/** Shortcuts under a heading of their own. */
export interface KeyGroup {
  readonly title: string;
  readonly keys: Keys;
}

/** The help of a screen. */
export interface HelpText {
  readonly title: string;
  /** What the screen is, in one or two sentences. */
  readonly about: string;
  readonly tries: readonly [string, string, string];
  /** It shows a list with the keys of all lists. */
  readonly isList?: boolean;
  /** The screen's own shortcuts, from the code that handles them. */
  readonly ownKeys?: () => Promise<readonly KeyGroup[]>;
}

const onThisScreen = (keys: Keys): readonly KeyGroup[] => [{ title: "On this screen", keys }];

/** The help of every screen, by its address in routes.tsx. */
export const helpTexts: Readonly<Record<string, HelpText>> = {
  "/": {
    title: "Overview",
    about:
      "Supercargo brings the returns, orders and products of your sources and channels together. This screen shows what waits for a decision, what is late and what has failed; each number opens its list.",
    tries: [
      "Select “Start deciding” to go through the waiting RMAs one by one.",
      "Select a number or a bar to see the records behind it.",
      "Press Ctrl K and type a number, a name or a screen.",
    ],
  },
  "/exceptions": {
    title: "Exceptions",
    about:
      "Everything that is late, failed or unknown, with what to do next: order and return errors, failing webhooks, late decisions and shipments, and changes that may not have been saved. What is solved leaves the list.",
    tries: [
      "Select a kind to see only that kind, or a source.",
      "Open a record from its row, solve it, and come back: its row is gone.",
      "Set after how many working days a decision or a shipment is late.",
    ],
  },
  "/rmas": {
    title: "RMAs",
    about:
      "Every RMA: the part of a return that one source decides, with its status and credit. Open one to approve or deny its units.",
    tries: [
      "Search by number, customer, email or SKU.",
      "Select several RMAs and approve or deny them together; a preview comes first.",
      "Save the filters that you use every day as a view.",
    ],
    isList: true,
  },
  "/rmas/queue": {
    title: "RMA queue",
    about:
      "The RMAs that wait for a decision, the oldest first. Decide one, and the next one opens while the first is being saved.",
    tries: [
      "Press A to approve or D to deny all units, then Enter to save.",
      "Press S to accept what is proposed from earlier decisions; a click on the count lists them.",
      "Press U to take back the last decision before it is sent.",
    ],
    ownKeys: async () =>
      onThisScreen((await import("./screens/rmas/decision-keys.tsx")).queueKeyWords),
  },
  "/rmas/$id": {
    title: "RMA",
    about:
      "One RMA with its lines, credit and shipments. Approve or deny units here; fully decided RMAs close for good.",
    tries: [
      "Approve or deny all remaining units at once, or unit by unit.",
      "Correct the credited amount of a line before you save.",
      "Press Space on a linked order or return to look at it without leaving the RMA.",
    ],
    ownKeys: async () =>
      onThisScreen((await import("./screens/rmas/decision-keys.tsx")).rmaKeyWords),
  },
  "/returns": {
    title: "Returns",
    about: "What customers send back. A return has one RMA for each source of its items.",
    tries: [
      "Filter by status, channel or date.",
      "Search by number, customer, email, SKU or tracking number.",
      "Open a return to compare its refund with the credit of its sources.",
    ],
    isList: true,
  },
  "/returns/$id": {
    title: "Return",
    about:
      "One return: its items, what the customer gets back, and what the sources credit for it.",
    tries: [
      "Compare refund and credit line by line.",
      "Open an RMA of this return.",
      "Add an adjustment before you close the return.",
    ],
  },
  "/purchase-orders": {
    title: "Purchase orders",
    about: "The orders to your sources, from generated to shipped and invoiced.",
    tries: [
      "Paste several order numbers into the search, separated by spaces or lines.",
      "Select orders and acknowledge or move them together.",
      "Filter orders that aren't shipped yet.",
    ],
    isList: true,
  },
  "/purchase-orders/$id": {
    title: "Purchase order",
    about: "One order with its items, shipments, invoices, changes and messages.",
    tries: [
      "Change the status as the order moves on.",
      "Open the tracking link of a shipment.",
      "Print the order for a warehouse.",
    ],
  },
  "/received-orders": {
    title: "Received orders",
    about:
      "Every time orders were received from a source, with the orders that came and what became of them.",
    tries: [
      "Receive the waiting orders of a source. Each order is sent once.",
      "Open an entry to download its orders as a file.",
      "Filter entries that need a check.",
    ],
    isList: true,
  },
  "/received-orders/$id": {
    title: "Received orders",
    about: "One batch of received orders, as they arrived.",
    tries: [
      "Download the orders before they expire here.",
      "Compare an order with how it is now.",
      "If the result is unknown, check the source and record what you found.",
    ],
  },
  "/products": {
    title: "Products",
    about:
      "The products of a channel. Search finds every word in titles, SKUs, brands and attributes.",
    tries: [
      "Type a few words; results change as you type.",
      "Narrow by brand, category, stock or price on the left.",
      "Export what you found as a file.",
    ],
    isList: true,
    ownKeys: async () => onThisScreen([["C", "copy the row"]]),
  },
  "/products/$id": {
    title: "Product",
    about: "One product with its variants, images, attributes and texts.",
    tries: [
      "Copy a SKU or an ID with one click.",
      "Open the variants to see stock and price of each.",
      "Go to the next product of your search at the top.",
    ],
  },
  "/mapping-rules": {
    title: "Mapping rules",
    about:
      "Rules that change products on their way to a channel: if conditions are met, then values are set. They run from top to bottom.",
    tries: [
      "Open a rule and test it on products before you save.",
      "Check all rules for conflicts and for rules that never apply.",
      "Select rules to export, print or disable them.",
    ],
    isList: true,
  },
  "/mapping-rules/$id": {
    title: "Mapping rule",
    about:
      "Build a rule from conditions and actions. The test shows which products it matches and how they would change; nothing is saved until you say so.",
    tries: [
      "Press T and type a rule in words, such as “price is over 100”.",
      "Test on products and watch the counts beside each condition.",
      "Copy conditions here and paste them into another rule.",
    ],
    ownKeys: async () => (await import("./screens/mapping-rules/rows/row-keys.ts")).keyHelp,
  },
  "/mapping-rules/import": {
    title: "Import mapping rules",
    about: "Create rules from a file, or replace existing ones. You decide for each rule.",
    tries: [
      "Drop a file that was exported here.",
      "Compare an imported rule with the existing one.",
      "Skip the rules that you don't want.",
    ],
  },
  "/mapping-rules/print": {
    title: "Printed mapping rules",
    about: "The selected rules in words, ready to print or to save as PDF.",
    tries: [
      "Print with your browser.",
      "Filter the list of rules first to print a part of them.",
      "Give the printout to someone who reviews the rules.",
    ],
  },
  "/mapping-rules/checks": {
    title: "Rule checks",
    about: "All rules compared with one another and run on the catalog, without saving anything.",
    tries: [
      "Look for rules that never apply.",
      "Look for rules that overwrite each other.",
      "Open a rule from a finding and correct it.",
    ],
  },
  "/mapping-rules/reviews": {
    title: "Changes in review",
    about: "Changes of rules that wait until another editor approves them, which saves them.",
    tries: [
      "Compare what a change does to the rule, and test it on your products.",
      "Approve a change, or decline it with a note for its author.",
      "Withdraw your own change to edit it.",
    ],
  },
  "/mapping-rules/tests": {
    title: "Rule tests",
    about: "All tests of all rules, run on the saved rules. Nothing is saved.",
    tries: [
      "Open a rule at the test that fails.",
      "Keep another record as a test in a rule's test panel.",
      "Run the tests again after you change a mapping set.",
    ],
  },
  "/mapping-rules/reference": {
    title: "Rule reference",
    about: "Every field, comparison and action that a rule can use, with examples.",
    tries: [
      "Search for a word, such as “price”.",
      "Read what a comparison does with empty values.",
      "Copy an example into a rule.",
    ],
  },
  "/mapping-sets": {
    title: "Mapping sets",
    about:
      "Tables that replace one value with another, such as a supplier's colors with yours. Mapping rules use them.",
    tries: [
      "Open a set to add or correct values.",
      "Create a set and paste its rows from a spreadsheet.",
      "See which rules use a set.",
    ],
    isList: true,
  },
  "/mapping-sets/new": {
    title: "New mapping set",
    about: "Name a table of values. You add its rows after it is created.",
    tries: [
      "Choose a name that says what is replaced.",
      "Decide whether source values are kept.",
      "Create it, then paste rows from a spreadsheet.",
    ],
  },
  "/mapping-sets/$id": {
    title: "Mapping set",
    about: "The values of one set. Rows are saved together; saved rows can't be deleted.",
    tries: [
      "Copy rows in a spreadsheet and paste them into the first empty cell.",
      "Show only the rows to check before you save.",
      "Search for a value in both columns.",
    ],
  },
  "/webhooks": {
    title: "Webhooks",
    about: "Other systems that are told when something happens, such as an order that was shipped.",
    tries: [
      "Create a webhook and send it a test.",
      "Look for webhooks whose deliveries fail.",
      "Disable a webhook while its system is being repaired.",
    ],
    isList: true,
  },
  "/webhooks/$id": {
    title: "Webhook",
    about: "One webhook: its events, its deliveries, and what the other system answered.",
    tries: [
      "Open a failed delivery to see why it failed.",
      "Send failed deliveries again.",
      "Rotate the signing secret if it may have leaked.",
    ],
  },
  "/connection": {
    title: "Connection",
    about:
      "Whether records can be loaded and saved. Administrators also see how the connection is set up.",
    tries: [
      "Read what is wrong and what to do about it.",
      "Copy the report for the person who looks after the connection.",
      "Refresh after something was changed.",
    ],
  },
  "/audit": {
    title: "Activity",
    about: "Who changed what and when, newest first. Entries can't be changed or deleted.",
    tries: [
      "Filter by person, kind of record or date.",
      "Open the record of an entry.",
      "Check the changes whose result is unknown.",
    ],
    isList: true,
  },
  "/bulk-runs": {
    title: "Bulk changes",
    about: "Changes to many records that were started together, with their progress and results.",
    tries: [
      "Open one to see the result of each record.",
      "Pause or cancel one that is in progress.",
      "Download its results as a file.",
    ],
    isList: true,
  },
  "/bulk-runs/$id": {
    title: "Bulk change",
    about: "One change to many records: how far it is, and the result of each record.",
    tries: [
      "Pause it, continue it, or cancel what remains.",
      "Open a record that failed and see why.",
      "Download the results as a file.",
    ],
  },
  "/people": {
    title: "Signed-in people",
    about: "Who is signed in, and on how many devices. Administrators can sign people out.",
    tries: [
      "Search for a person.",
      "Sign out a device that was lost.",
      "Check the role of a person.",
    ],
    isList: true,
  },
  "/settings": {
    title: "Settings",
    about: "How the console looks and behaves for you. Changes apply at once, in all tabs.",
    tries: [
      "Choose dark colors, or follow your computer.",
      "Show more rows with compact density.",
      "Choose the screen that opens first.",
    ],
  },
};
