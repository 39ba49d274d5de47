import type {
  PartPlace,
  RuleAnalysisRequest,
  RuleAnalysisResult,
  RuleFinding,
} from "#contract/rule-analysis.ts";
import { analyzeInChunks } from "#rules/analysis/analyze-rules.ts";
import type { Finding, Mend } from "#rules/analysis/finding.ts";
import { createLookupCounter } from "#rules/count-lookups.ts";
import type { RuleRecord } from "#rules/field-values.ts";
import { createCatalogue } from "#rules/rule-catalogue.ts";
import { listRuleParts, type RunnableMappingRule } from "#rules/rule-parts.ts";
import { listUsedKeys, type TestedProduct } from "./run-rule.ts";

/* Analyzes rules on all products of a channel, which come in chunks. */

/** Where the parts of rules are, by identity. */
const placeParts = (rules: readonly RunnableMappingRule[]): ReadonlyMap<object, PartPlace> =>
  new Map(
    rules.flatMap(({ rule: tree }, rule) =>
      (tree ? listRuleParts(tree) : []).map(({ part }, at): [object, PartPlace] => [
        part,
        { rule, part: at },
      ]),
    ),
  );

type Places = ReturnType<typeof placeParts>;

const partAt = (places: Places, part: object): number => places.get(part)?.part ?? 0;

const toMend = (places: Places, mend: Mend): NonNullable<RuleFinding["mend"]> => {
  const part = partAt(places, mend.part);
  return mend.kind === "moveBefore"
    ? { ...mend, part, before: partAt(places, mend.before) }
    : { ...mend, part };
};

const toRuleFinding = (
  { kind, part, others, message, isProved, mend, isRepeated }: Finding,
  places: Places,
  witness: RuleFinding["witness"],
): RuleFinding => ({
  kind,
  ...(places.get(part) ?? { rule: 0, part: 0 }),
  others: others.flatMap((other) => places.get(other.part) ?? []),
  message,
  isProved,
  witness,
  mend: mend ? toMend(places, mend) : null,
  isRepeated: isRepeated === true,
});

/** Chunks of records go to one analysis or another. */
interface Chunked {
  readonly add: (records: readonly RuleRecord[]) => void;
}

/** Collects the result, product by product; `end` gives undefined where all products have to be added once more. */
export const createCatalogAnalysis = (
  { rules, workflow, mappingSets, lookupsIn }: RuleAnalysisRequest,
  now: number,
) => {
  const catalogue = createCatalogue(workflow);
  const lines = new Map(mappingSets.map((set) => [set.id, set.lines] as const));
  const context = { catalogue, now, mappingSets: lines };
  const setting = {
    context,
    mappingSetNames: new Map(mappingSets.flatMap(({ id, name }) => (name ? [[id, name]] : []))),
    recordNames: { one: "product", many: "products" },
  };
  const events = [...new Set(rules.map(({ eventId }) => eventId))].map((id) =>
    rules.filter(({ eventId }) => eventId === id),
  );
  const lookups = lookupsIn === null ? undefined : createLookupCounter(events, lookupsIn, context);
  const analyses = lookups ? [] : events.map((event) => analyzeInChunks(event, setting));
  const places = placeParts(rules);
  let names: { readonly id: number; readonly name: string }[] = [];

  return {
    /** What the rules use of products. */
    keys: listUsedKeys(rules, { catalogue }),
    add: (products: readonly TestedProduct[]): void => {
      const records = products.map(({ record }) => record);
      for (const { add } of lookups ? [lookups] : (analyses as readonly Chunked[])) add(records);
      for (const { id, name } of products) names.push({ id, name });
    },
    end: (): RuleAnalysisResult | undefined => {
      const of = names;
      names = [];
      const ended = analyses.map(({ end }) => end());
      if (ended.includes(undefined)) return undefined;
      const findings = ended.flatMap((found) => found ?? []);
      return {
        of: of.length,
        findings: findings.map((finding) =>
          toRuleFinding(finding, places, of[finding.witness ?? -1] ?? null),
        ),
        lookups: lookups?.end() ?? null,
      };
    },
  };
};
