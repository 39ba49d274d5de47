import type { Rolldown } from "vite";

type Groups = NonNullable<
  Exclude<Rolldown.OutputOptions["codeSplitting"], boolean | undefined>["groups"]
>;

/**
 * The files of modules that several screens share; without groups, each set of screens that shares something gets a file,
 * and a list loads 60. A group includes the imports of its modules; earlier groups have precedence.
 */
export const chunks: Groups = [
  { name: "shell", tags: ["$initial"] },
  // What most screens use; the list of rules loads none of products.
  { name: "common", test: /^(?!.*[\\/]contract[\\/]products\.ts)/, minShareCount: 9 },
  // The words of rules, which the list shows, and apart from them what runs rules.
  {
    name: "rules",
    test: /[\\/]src[\\/](?:rules[\\/](?!analysis|assumed|bit-|chang|evalu|field-|judge|record-t|run-|trace)|rule-model[\\/](?!insert-|synonyms))/,
    minShareCount: 2,
  },
  { name: "rule-run", test: /[\\/]src[\\/]rules[\\/]/, minShareCount: 2 },
  // What records and dialogs use: Floating UI, forms.
  {
    name: "record",
    test: /[\\/](?:editing|@mantine|@floating-ui|react-hook-form)[\\/]/,
    minShareCount: 3,
  },
];
