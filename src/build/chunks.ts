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
  // What most screens use, without the engine of rules, and without products, which the list of rules doesn't load.
  {
    name: "common",
    test: /^(?!.*[\\/](?:(?:contract|api)[\\/](?:products|catalog)\.ts|src[\\/]rules[\\/]|src[\\/]rule-model[\\/]|entities[\\/]|big\.js[\\/]))/,
    minShareCount: 9,
  },
  // The words of rules, which the list shows, and apart from them what runs rules.
  {
    name: "rules",
    test: /[\\/]src[\\/](?:rules[\\/](?!analysis|assumed|bit-|chang|describe-rule-test|evalu|field-|judge|lineage|record-t|rule-tests|run-|trace)|rule-model[\\/](?!insert-|synonyms))/,
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
