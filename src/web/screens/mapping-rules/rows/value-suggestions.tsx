import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type RefObject, useDeferredValue, useEffect, useMemo, useRef } from "react";
import { createValueTally, type ValueTally } from "#catalog/field-tally.ts";
import { type FieldValues, maxSearchLength, type NumberSpread } from "#contract/catalog.ts";
import type { SentencePart } from "#rule-model/describe-parts.ts";
import { fieldValues } from "#web/api/catalog.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { useValue } from "#web/base/value-store.ts";
import {
  useBuilder,
  usePreviewSession,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import {
  type SampleKind,
  type SampleRecord,
  sampleWords,
} from "#web/screens/mapping-rules/preview/preview-session.ts";
import type { AskedField } from "./asked-values.ts";
import {
  type OperandProps,
  toLine,
  toLines,
  toListText,
  useTextMessage,
} from "./text-operands.tsx";
import "./value-suggestions.css";

const tallies = new WeakMap<readonly SampleRecord[], Map<string, ValueTally>>();

/** The values of a field in the loaded samples, counted once for each of both. */
const tallySamples = (samples: readonly SampleRecord[], field: string): ValueTally => {
  const known = tallies.get(samples) ?? new Map<string, ValueTally>();
  tallies.set(samples, known);
  const tally = known.get(field) ?? createValueTally(field);
  if (!known.has(field)) for (const { record } of samples) tally.add(record.objects);
  known.set(field, tally);
  return tally;
};

/** The values in all products of the channel, else in the loaded samples. */
const useFieldValues = ({ field, entry }: AskedField, typed: string): FieldValues | undefined => {
  const session = usePreviewSession();
  const { kind, channelId, pasted } = useValue(session.choice);
  const samples = useValue(session.preview)?.samples;
  const text = useDeferredValue(typed).slice(0, maxSearchLength);
  const { data } = useQuery({
    ...fieldValues(channelId ?? 0, { field, entry, text }),
    enabled: kind === "product" && channelId !== undefined && !pasted,
    placeholderData: keepPreviousData,
  });
  return useMemo(
    () => data ?? (samples && tallySamples(samples, field).find(field, entry, text)),
    [data, samples, field, entry, text],
  );
};

interface ValuesProps {
  found: FieldValues;
  typed: string;
  onPick: (value: string) => void;
}

const whyNone = ({ isTooMany, products }: FieldValues, typed: string, kind: SampleKind): string => {
  const { one, many } = sampleWords[kind];
  if (isTooMany) return "Too many different values to list.";
  return typed.trim() === ""
    ? `No ${one} has a value here.`
    : `In none of ${formatCount(products, one, many)}.`;
};

const Values = ({ found, typed, onPick }: ValuesProps) => {
  const { values } = found;
  const { kind } = useValue(usePreviewSession().choice);
  const { one, many } = sampleWords[kind];
  if (values.length === 0)
    return <span className="faint small">{whyNone(found, typed, kind)}</span>;
  return values.map(({ value, count }) => (
    <button
      key={value}
      type="button"
      className="value-suggestions__value"
      aria-pressed={value === typed}
      title={formatCount(count, one, many)}
      onClick={() => onPick(value)}
    >
      <bdi className="truncate">{value}</bdi>{" "}
      <span className="faint">
        {formatQuantity(count)}
        <span className="visually-hidden"> {count === 1 ? one : many}</span>
      </span>
    </button>
  ));
};

/** A step that people count in: 1, 2 or 5 of a power of ten. */
export const niceStep = (width: number): number => {
  const power = 10 ** Math.floor(Math.log10(width));
  return [1, 2, 5].map((times) => times * power).find((step) => step >= width) ?? 10 * power;
};

const steps = 100;
const barHeight = 32;

const sideOf = (comparator: string | undefined): "above" | "below" | undefined => {
  if (comparator?.startsWith("greater_than")) return "above";
  return comparator?.startsWith("less_than") ? "below" : undefined;
};

interface SpreadProps {
  spread: NumberSpread;
  label: string;
  text: string;
  side: "above" | "below" | undefined;
  onText: (text: string) => void;
}

/** The numbers of the field as bars, with the operand as a handle on them. */
const Spread = ({ spread: { low, high, counts }, label, text, side, onText }: SpreadProps) => {
  const step = niceStep((high - low) / steps);
  const [min, max] = [Math.floor(low / step) * step, Math.ceil(high / step) * step];
  const value = text.trim() === "" ? Number.NaN : Number(text);
  const at = Number.isFinite(value) ? Math.min(max, Math.max(min, value)) : min;
  const most = Math.max(...counts);
  const isMet = (bar: number): boolean => {
    const middle = low + ((bar + 0.5) / counts.length) * (high - low);
    return side !== undefined && (side === "above" ? middle > at : middle < at);
  };
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  return (
    <div className="value-suggestions__spread">
      <svg
        viewBox={`0 0 ${counts.length} ${barHeight}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {counts.map((count, bar) => {
          const height = count === 0 ? 0 : Math.max(1, (count / most) * barHeight);
          return (
            <rect
              key={bar}
              x={bar + 0.1}
              y={barHeight - height}
              width={0.8}
              height={height}
              data-met={isMet(bar) || undefined}
            />
          );
        })}
      </svg>
      <input
        type="range"
        aria-label={`${label} on the values of all products`}
        {...{ min, max, step }}
        value={at}
        data-unset={!Number.isFinite(value) || undefined}
        onChange={(event) => onText(String(Number(Number(event.target.value).toFixed(digits))))}
      />
      <span className="faint small">{formatQuantity(Number(min.toFixed(digits)))}</span>
      <span className="faint small">{formatQuantity(Number(max.toFixed(digits)))} or more</span>
    </div>
  );
};

/** Down, at the end of the operand's text, goes to the first value. */
const useDownKey = (box: RefObject<HTMLElement | null>): void =>
  useEffect(() => {
    const form = box.current?.closest<HTMLElement>("[data-row-form]");
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, altKey } = event;
      if (key !== "ArrowDown" || altKey || !(target instanceof HTMLTextAreaElement)) return;
      const first = box.current?.querySelector("button");
      if (!first || target.selectionEnd < target.value.length) return;
      event.preventDefault();
      first.focus();
    };
    form?.addEventListener("keydown", onKeyDown);
    return () => form?.removeEventListener("keydown", onKeyDown);
  }, [box]);

interface ValueSuggestionsProps extends Pick<OperandProps, "partKey" | "operand" | "onText"> {
  part: SentencePart;
  asked: AskedField;
}

/** What records have in the field of an operand: values with their counts, or numbers as bars with a handle. */
export const ValueSuggestions = ({ part, asked, onText, ...kept }: ValueSuggestionsProps) => {
  const { catalogue } = useBuilder().workflow;
  const text = useTextMessage(kept, (now) => now);
  const box = useRef<HTMLDivElement>(null);
  const isList = kept.operand.kind === "list";
  const lines = isList ? toLines(text).split("\n") : [text];
  const typed = lines.at(-1) ?? "";
  const found = useFieldValues(asked, asked.kind === "numbers" ? "" : typed);
  const pick = (value: string) => {
    onText(isList ? toListText([...lines.slice(0, -1), toLine(value), ""].join("\n")) : value);
    const form = box.current?.closest("[data-row-form]");
    form?.querySelector<HTMLElement>("textarea[data-row-operand]")?.focus();
  };
  useDownKey(box);
  const side =
    part.kind === "condition"
      ? sideOf(catalogue.comparatorHandles.get(part.data.workflowDataTypeComparatorId))
      : undefined;
  return (
    <div
      ref={box}
      className="value-suggestions"
      data-numbers={asked.kind === "numbers" || undefined}
      role="group"
      aria-label={asked.kind === "names" ? "Names in use" : "Values in use"}
    >
      {found && asked.kind !== "numbers" && <Values {...{ found, typed }} onPick={pick} />}
      {found && asked.kind === "numbers" && !found.numbers && (
        <span className="faint small">No different numbers to select from.</span>
      )}
      {found?.numbers && asked.kind === "numbers" && (
        <Spread spread={found.numbers} label={kept.operand.label} {...{ text, side, onText }} />
      )}
    </div>
  );
};
