import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { mappingSetOperations } from "#contract/mapping-sets.ts";
import type { MappingLine } from "#rules/evaluation-context.ts";
import { isRecord } from "#rules/read-value.ts";
import { runRules } from "#rules/run-columns.ts";
import { readMappingRule, runSavedRule } from "#web/api/mapping-rules.ts";
import { readMappingSetItems, toMappingLines } from "#web/api/mapping-sets.ts";
import { isUnserved } from "#web/base/api-error.ts";
import { isServed } from "#web/base/served.ts";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { pairWords } from "./part-mark.tsx";
import type { Preview } from "./preview-session.ts";
import { mappingSetsUsed } from "#rules/rule-catalogue.ts";

interface AnswerDifference {
  readonly path: string;
  readonly here: unknown;
  readonly there: unknown;
}

const listedAtMost = 20;

/** The keys of a value; an absent field and a null one are equal. */
const listKeys = (value: unknown): string[] =>
  Array.isArray(value) || isRecord(value) ? Object.keys(value) : [];
const inner = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
const isLeaf = (value: unknown): boolean => !Array.isArray(value) && !isRecord(value);

/** The first places where this browser's answer and the upstream's differ. */
export const compareAnswers = (here: unknown, there: unknown): AnswerDifference[] => {
  const found: AnswerDifference[] = [];
  const waiting: AnswerDifference[] = [{ path: "", here, there }];
  for (let next = waiting.shift(); next && found.length < listedAtMost; next = waiting.shift()) {
    const { path, here: one, there: other } = next;
    if (Object.is(one ?? null, other ?? null)) continue;
    if (isLeaf(one) || isLeaf(other) || Array.isArray(one) !== Array.isArray(other)) {
      found.push(next);
      continue;
    }
    for (const key of new Set([...listKeys(one), ...listKeys(other)]))
      waiting.push({
        path: path === "" ? key : `${path}.${key}`,
        here: inner(one, key),
        there: inner(other, key),
      });
  }
  return found;
};

/**
 * The current lines of a mapping set; undefined if the upstream doesn't offer them. The edited rule may use other sets than
 * the saved one, and those it uses may have changed since they were loaded for it.
 */
const readLines = async (id: number): Promise<MappingLine[] | undefined> => {
  try {
    return toMappingLines((await readMappingSetItems(id)).value);
  } catch (error) {
    if (isServed(mappingSetOperations.listMappingSetItems)) throw error;
    return undefined;
  }
};

interface Comparison {
  readonly differences: readonly AnswerDifference[];
  /** The mapping sets without which the results can't be compared. */
  readonly unread: readonly number[];
}

/** Runs the saved rule at the upstream and here, and returns the differences. */
const check = async (id: number, { selected, context }: Preview): Promise<Comparison> => {
  if (!selected) return { differences: [], unread: [] };
  // Not by the query of the open rule: a failure here would be one of its screen, too.
  const { value: saved } = await readMappingRule(id);
  const setIds = mappingSetsUsed(saved, context.catalogue);
  const [there, sets] = await Promise.all([
    runSavedRule(id, selected.record),
    Promise.all(setIds.map(async (setId) => [setId, await readLines(setId)] as const)),
  ]);
  const unread = sets.flatMap(([setId, lines]) => (lines ? [] : [setId]));
  if (unread.length > 0) return { differences: [], unread };
  const here = runRules([saved], selected.record, {
    ...context,
    mappingSets: new Map(sets.map(([setId, lines]) => [setId, lines ?? []])),
    now: Date.now(),
  });
  const differences = compareAnswers(
    { objects: here.objects, value: here.value },
    { objects: there.objects, value: there.value },
  );
  return { differences, unread };
};

const Result = ({ differences, unread }: Comparison) => {
  if (unread.length > 0)
    return `The results can't be compared, because the service doesn't return the items of mapping set ${unread.join(", ")}, which the saved rule uses.`;
  if (differences.length === 0) return "Both results are the same.";
  return (
    <>
      The results differ:
      <ul>
        {differences.map(({ path, here, there }) => {
          const [one, other] = pairWords(here, there);
          return (
            <li key={path}>
              <span className="code">{path}</span>: console {one}, service {other}
            </li>
          );
        })}
      </ul>
    </>
  );
};

/** Compares the upstream's result of the saved rule for this record with this browser's; both must be the same. */
export const ServiceCheck = ({
  preview,
  ruleId,
}: {
  preview: Preview;
  ruleId: number | null | undefined;
}) => {
  const { mutate, data, error, isPending, variables } = useMutation({
    mutationFn: (asked: Preview) => check(ruleId ?? 0, asked),
  });
  if (!ruleId) return null;
  const current = variables?.selected === preview.selected;
  return (
    <section>
      <h3>Compare with the service</h3>
      <div className="stack">
        <p className="faint">
          The service runs the saved version of the rule, without your changes, on this record. The
          console compares both results. Nothing is saved.
        </p>
        <div>
          <Button size="xs" disabled={isPending} onClick={() => mutate(preview)}>
            {isPending ? "Running…" : "Run saved rule"}
          </Button>
        </div>
        <div role="status">
          {current && data && <Result {...data} />}
          {current && isUnserved(error) && "The service doesn't offer test runs."}
        </div>
        {current && error && !isUnserved(error) && <ErrorNotice error={error} />}
      </div>
    </section>
  );
};
