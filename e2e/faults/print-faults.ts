import { type CoveredFault, listFaultTests } from "./list-fault-tests.ts";

/*
 * `npm run faults`: prints the faults and threats as a Markdown table, each with the tests that bear its number, or with
 * the entry of src/DECISIONS.md that says why it has none.
 */

/** Places of one file together: `src/gateway/gateway.test.ts:164, 201`. */
const joinPlaces = (places: readonly string[]): string => {
  const lines = new Map<string, string[]>();
  for (const place of places) {
    const [file = "", line = ""] = place.split(":");
    lines.set(file, [...(lines.get(file) ?? []), line]);
  }
  return [...lines].map(([file, at]) => `${file}:${at.join(", ")}`).join("<br>");
};

const describeCover = ({ tests, hasDecision }: CoveredFault): string => {
  const decision = hasDecision ? ["src/DECISIONS.md"] : [];
  return (
    [...(tests.length === 0 ? [] : [joinPlaces(tests)]), ...decision].join("<br>") || "nothing"
  );
};

const { covered } = listFaultTests();
console.log("| # | fault or threat | covered by |\n| -: | - | - |");
for (const fault of covered)
  console.log(`| ${fault.number} | ${fault.threat} | ${describeCover(fault)} |`);
const without = covered.filter(({ tests }) => tests.length === 0);
console.log(
  `\n${covered.length} faults, ${covered.length - without.length} with tests of their number; without: ${
    without.map(({ number }) => number).join(", ") || "none"
  }`,
);
