import type { RunnableMappingRule } from "#rules/rule-parts.ts";
import type { RecordTable } from "#rules/record-table.ts";
import type { ColumnRun } from "#rules/run-columns.ts";

/*
 * What the analysis has to know of the records. It asks for facts, which are found in all records at once, or in one
 * chunk of them after another and joined, so that very many records need not be in memory.
 */

/** The run of a rule on the records that earlier rules have changed. */
export interface AnalyzedRun {
  readonly run: ColumnRun;
  /** The records on which its conditions are judged. */
  readonly table: RecordTable;
}

/** The run of each rule on the same records; undefined for other rules. */
export type RunOf = (rule: RunnableMappingRule) => AnalyzedRun | undefined;

interface Fact<T> {
  /** Finds it in some of the records; `first` is the index of the first of these among all records. */
  readonly find: (runOf: RunOf, first: number) => T | undefined;
  /** Joins what was found with what the records after them show. */
  readonly join: (found: T, next: T) => T;
}

/** Asks for a fact, which its name and parts identify; undefined where no record shows it, or where it is not known yet. */
export type AskFact = <T>(name: string, parts: readonly object[], fact: Fact<T>) => T | undefined;

/** Answers at once, from all records. */
export const askAll =
  (runOf: RunOf): AskFact =>
  (_name, _parts, { find }) =>
    find(runOf, 0);

/** The first found, of what is found once. */
export const keepFirst = <T>(found: T): T => found;

/** The index of the first set bit among all records. */
export const firstBit = (bits: Uint8Array | undefined, first: number): number | undefined => {
  const at = bits?.indexOf(1) ?? -1;
  return at < 0 ? undefined : first + at;
};

/** Collects what is asked, to be found in chunks of records. */
export const collectFacts = () => {
  interface Question extends Fact<unknown> {
    found: unknown;
    /** All records were looked at. */
    isAnswered: boolean;
  }
  const questions = new Map<string, Question>();
  const numbers = new Map<object, number>();
  const numberOf = (part: object): number => {
    const known = numbers.get(part) ?? numbers.size;
    numbers.set(part, known);
    return known;
  };
  const open = () => [...questions.values()].filter(({ isAnswered }) => !isAnswered);
  const ask: AskFact = <T>(name: string, parts: readonly object[], fact: Fact<T>) => {
    const key = `${parts.map(numberOf).join(" ")} ${name}`;
    const known = questions.get(key);
    if (!known)
      questions.set(key, { ...(fact as Fact<unknown>), found: undefined, isAnswered: false });
    return known?.found as T | undefined;
  };
  return {
    ask,
    hasOpen: () => open().length > 0,
    /** Looks at some more of the records. */
    look: (runOf: RunOf, first: number) => {
      for (const question of open()) {
        const next = question.find(runOf, first);
        if (next === undefined) continue;
        question.found = question.found === undefined ? next : question.join(question.found, next);
      }
    },
    /** All records were looked at. */
    close: () => {
      for (const question of open()) question.isAnswered = true;
    },
  };
};
