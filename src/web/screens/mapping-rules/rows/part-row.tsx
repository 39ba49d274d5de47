import { memo, useState } from "react";
import type { PartProblem } from "#rule-model/problem.ts";
import {
  describeSentence,
  innerKeys,
  isSentence,
  type SentencePart,
} from "#rule-model/describe-parts.ts";
import type { PartKey } from "#rule-model/part.ts";
import { picksEntry } from "#rule-model/operand-specs.ts";
import {
  useBuilder,
  useKeyed,
  usePartShape,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import { findingsId, PartFindings } from "#web/screens/mapping-rules/checks/part-findings.tsx";
import { PartMark } from "#web/screens/mapping-rules/preview/part-mark.tsx";
import { findWorstKind, problemsId, RowProblems } from "./row-form.tsx";
import { PartForm } from "./sentence-form.tsx";
import { MarkedSentence, useSentenceWording } from "./sentence-wording.tsx";

/** Up to this number of rows are one list. */
const oneList = 60;
/** A long list is split into pieces of this size, so that the browser draws only those that are visible. */
const usual = 40;
const most = 80;

export interface RowChunk {
  readonly keys: readonly PartKey[];
  readonly from: number;
}

const same = (one: readonly PartKey[], other: readonly PartKey[] | undefined): boolean =>
  one.length === other?.length && one.every((key, at) => key === other[at]);

/**
 * Splits a long list of rows into pieces. Pieces keep their first rows from one split to the next, so that an added
 * row changes only one of them and moves no row from piece to piece (which would lose its focus).
 */
export const chunkRows = (
  keys: readonly PartKey[],
  before: readonly RowChunk[] = [],
): readonly RowChunk[] => {
  if (keys.length <= oneList)
    return before.length === 1 && before[0]?.keys === keys ? before : [{ keys, from: 0 }];
  const known = new Map(before.map((chunk) => [chunk.keys[0], chunk]));
  const kept = before.length > 1;
  const chunks: RowChunk[] = [];
  let from = 0;
  const cut = (to: number) => {
    const cutKeys = keys.slice(from, to);
    const old = known.get(cutKeys[0]);
    chunks.push(old?.from === from && same(cutKeys, old.keys) ? old : { keys: cutKeys, from });
    from = to;
  };
  keys.forEach((key, at) => {
    const size = at - from;
    if (size > 0 && (kept ? known.has(key) || size >= most : size >= usual)) cut(at);
  });
  cut(keys.length);
  return chunks;
};

/** Splits a list of rows into pieces; when the list changes, along the existing ones. */
export const useRowChunks = (keys: readonly PartKey[]): readonly RowChunk[] => {
  const [chunks, setChunks] = useState(() => chunkRows(keys));
  const [cut, setCut] = useState(keys);
  if (cut !== keys) {
    setCut(keys);
    setChunks(chunkRows(keys, chunks));
  }
  return chunks;
};

const none: readonly PartProblem[] = [];

interface PartRowProps {
  partKey: PartKey;
  first: boolean;
  /** Its subject is the value that the row around it picks. */
  picked: boolean;
}

const InnerRows = ({ part }: { part: SentencePart }) => {
  const { workflow } = useBuilder();
  const keys = innerKeys(part);
  const picked = picksEntry(part, workflow);
  if (keys.length === 0) return null;
  return (
    <ul
      className="rule-rows"
      data-of={part.kind}
      aria-label={part.kind === "condition" ? "Inner conditions" : "Inner actions"}
    >
      {keys.map((key, at) => (
        <PartRow key={key} partKey={key} first={at === 0} picked={picked} />
      ))}
    </ul>
  );
};

/**
 * A condition or an action: one line of plain words, or its controls while it is edited. It subscribes only to its
 * own part, and the editor's root handles its clicks and keys, so that thousands of rows cost little.
 */
const PartRow = memo(({ partKey, first, picked }: PartRowProps) => {
  const { view, problems, findings, failures } = useBuilder();
  const shown = useKeyed(view, partKey);
  const found = useKeyed(findings, partKey);
  const failed = useKeyed(failures, partKey);
  // The controls update themselves with the text typed into them.
  const part = usePartShape(partKey, shown?.editing === true);
  const wrong = useKeyed(problems, partKey);
  const wording = useSentenceWording();
  if (!isSentence(part)) return null;
  const problemsNow = wrong ?? none;
  const worst = findWorstKind(problemsNow);
  return (
    <li
      className="rule-row"
      data-problem={worst}
      data-found={shown?.found}
      data-editing={shown?.editing}
    >
      {first || part.kind === "action" ? null : "and"}
      {shown?.editing ? (
        <PartForm part={part} picked={picked} problems={problemsNow} />
      ) : (
        <div
          className="rule-row__line"
          role="button"
          tabIndex={shown?.active ? 0 : -1}
          data-part-key={partKey}
          data-part-kind={part.kind}
          data-marked={wording.mark && ""}
          aria-describedby={
            [worst && problemsId(partKey), (found || failed) && findingsId(partKey)]
              .filter(Boolean)
              .join(" ") || undefined
          }
        >
          {wording.mark ? (
            <MarkedSentence text={describeSentence(part, picked, wording)} />
          ) : (
            describeSentence(part, picked, wording)
          )}
        </div>
      )}
      <PartMark partKey={partKey} />
      {worst && <RowProblems partKey={partKey} problems={problemsNow} />}
      {/* A value that is still being typed is not checked. */}
      {!shown?.editing && <PartFindings partKey={partKey} />}
      <InnerRows part={part} />
    </li>
  );
});

/** The height of a row of one line, for lists that have not been drawn yet. */
const rowHeight = 34;

interface ListProps {
  kind: "condition" | "action";
  chunk: RowChunk;
  /** True for one of several lists that follow one another. */
  piece: boolean;
}

const sizes = ({ keys, from }: RowChunk, piece: boolean) => ({
  // Numbers continue from the list before, since a list that is drawn on its own cannot count the rows before it.
  ["--from" as string]: from,
  ...(piece
    ? {
        contentVisibility: "auto" as const,
        containIntrinsicBlockSize: `auto ${keys.length * rowHeight}px`,
      }
    : {}),
});

const List = memo(({ kind, chunk, piece }: ListProps) => {
  const { keys, from } = chunk;
  const Tag = kind === "action" ? "ol" : "ul";
  const all = kind === "action" ? "Actions" : "Conditions";
  return (
    <Tag
      className="rule-rows"
      data-of={kind}
      aria-label={piece ? `${all} ${from + 1} to ${from + keys.length}` : all}
      data-many={piece || undefined}
      style={sizes(chunk, piece)}
    >
      {keys.map((key, at) => (
        <PartRow key={key} partKey={key} first={from + at === 0} picked={false} />
      ))}
    </Tag>
  );
});

export const RowList = ({
  kind,
  keys,
}: {
  kind: "condition" | "action";
  keys: readonly PartKey[];
}) => {
  const chunks = useRowChunks(keys);
  const piece = chunks.length > 1;
  return chunks.map((chunk) => (
    <List key={piece ? (chunk.keys[0] ?? 0) : "whole"} kind={kind} chunk={chunk} piece={piece} />
  ));
};
