import { notUsable, plainValue } from "#rules/describe-operands.ts";
import { foldText } from "#rules/fold-text.ts";
import { parseFormula } from "#rules/formula.ts";
import { durationUnits, parseTime, spelledTime } from "#rules/iso-time.ts";
import { type OperandKind, type OperandSpec, parseValues } from "#rules/operands.ts";
import { readings } from "#rules/read-value.ts";
import type { RuleField } from "#rules/rule-catalogue.ts";
import { readShownText } from "#rules/shown-text.ts";
import type { TypedFields } from "./typed-fields.ts";
import type { TypedText } from "./typed-text.ts";
import type { Workflow } from "./workflow.ts";

/* The operands of typed sentences: as the console writes them, and as people do. */

/** An operand that was read, and the place after it. `unit`: of the operand after it, which has no place of its own. */
interface ReadOperand {
  readonly end: number;
  readonly text: string;
  readonly unit?: string;
}

/** What an operand depends on. */
interface OperandPlace {
  readonly field: RuleField | undefined;
  /** The words of the sentence after the operand. */
  readonly stop: string | undefined;
}

export interface OperandReader {
  readonly read: (spec: OperandSpec, at: number, place: OperandPlace) => ReadOperand | undefined;
}

interface Context {
  readonly typed: TypedText;
  readonly workflow: Workflow;
  readonly fields: TypedFields;
  /** Whether a condition or an action begins at a place: text without quotation marks ends before it. */
  readonly begins: (at: number) => boolean;
  /** Whether a condition begins at a place. */
  readonly compares: (at: number) => boolean;
}

const connectives = ["and", "or", "then", "else", "otherwise", "whose"];
const signs = ["&&", "||", "&", "|", "->", "=>", "→"];
const afterList = [
  "any case",
  "match case",
  "using values",
  "only where",
  "separated by",
  "then",
  "when",
  "whose",
  "each of these",
  "the first of these",
];

/** The text of several values as the editor's fields write it. */
const writeList = (values: readonly string[]): string =>
  values.every((value) => value.trim() === value && !/^\[|[,"\t\n\r]/.test(value))
    ? values.join(", ")
    : JSON.stringify(values);

const writeValues = (values: readonly string[]): string => {
  const [first = ""] = values;
  const isOne =
    values.length === 1 && parseValues(first).length === 1 && parseValues(first)[0] === first;
  return isOne || first === "" ? first : JSON.stringify(values);
};

export const createOperandReader = ({
  typed,
  workflow,
  fields,
  begins,
  compares,
}: Context): OperandReader => {
  const { text, skip, word, expect } = typed;

  /** Text in quotation marks; two closing marks are one of the text. Typographic ones are as the console writes them. */
  const quoted = (from: number): { end: number; text: string } | undefined => {
    const at = skip(from);
    const mark = text[at];
    if (mark !== "“" && mark !== '"') return undefined;
    const closing = mark === "“" ? "”" : '"';
    let [start, value] = [at + 1, ""];
    for (let end = text.indexOf(closing, start); end >= 0; end = text.indexOf(closing, start)) {
      value += text.slice(start, end);
      if (text[end + 1] !== closing)
        return { end: end + 1, text: mark === "“" ? readShownText(value) : value };
      value += closing;
      start = end + 2;
    }
    return expect(text.length, `${closing} after the text`);
  };

  /** Text without quotation marks: up to the sentence's next words, a connective, or a mark that ends it. */
  const plain = (
    from: number,
    stop: string | undefined,
  ): { end: number; text: string } | undefined => {
    const start = skip(from);
    let at = start;
    let end = start;
    while (at < text.length) {
      if (typed.anyOf(at, connectives) >= 0 || (stop !== undefined && word(at, stop) >= 0)) break;
      // “Oak & Pine” is a text; another condition isn't.
      const sign = typed.anyOf(at, signs);
      if (at > start && (compares(at) || (sign >= 0 && begins(sign)))) break;
      let next = at;
      while (next < text.length && !/[\s“”"]/.test(text.charAt(next))) next += 1;
      const chunk = text.slice(at, next);
      const cut = chunk.search(/[,;:.)]+$/);
      if (cut !== 0) end = cut < 0 ? next : at + cut;
      if (cut >= 0 || next === at || /[“”"]/.test(text.charAt(next))) break;
      at = skip(next);
    }
    return end > start ? { end, text: text.slice(start, end) } : undefined;
  };

  const anyText = (at: number, stop: string | undefined) => quoted(at) ?? plain(at, stop);

  /** Several values: “a”, “b” or “c”. */
  const several = (
    from: number,
    one: (at: number) => { end: number; text: string } | undefined,
    stop: string | undefined,
  ): { end: number; values: string[] } | undefined => {
    const values: string[] = [];
    const opened = word(from, "(");
    let end = from;
    for (let at = opened >= 0 ? opened : from; ;) {
      const item = one(at);
      if (!item) break;
      values.push(item.text);
      end = item.end;
      const comma = word(end, ",");
      const joined = typed.anyOf(comma < 0 ? end : comma, ["or", "and"]);
      at = joined < 0 ? comma : joined;
      if (at < 0) break;
      const isQuoted = /[“"]/.test(text.charAt(skip(at)));
      // As the console writes them, all values have quotation marks.
      if (!isQuoted && (text[item.end - 1] === "”" || typed.anyOf(at, afterList) >= 0)) break;
      if (!isQuoted && (begins(at) || (stop !== undefined && word(at, stop) >= 0))) break;
    }
    if (opened >= 0) end = word(end, ")");
    return values.length > 0 && end >= 0 ? { end, values } : undefined;
  };

  const token = (from: number): { end: number; text: string } | undefined => {
    const at = skip(from);
    plainValue.lastIndex = at;
    const found = plainValue.exec(text)?.[0];
    return found === undefined ? undefined : { end: at + found.length, text: found };
  };

  /** A number as people write it: $1,000.50. */
  const figure = (from: number): { end: number; text: string } | undefined => {
    const at = skip(from);
    const [found, digits] =
      /^[$€£¥]?\s?([-+]?(?:\d{1,3}(?:,\d{3})+|\d*)(?:\.\d+)?)(?=\s|[;,)%*/×÷]|:|$)/.exec(
        text.slice(at, at + 80),
      ) ?? [];
    const end = at + (found?.length ?? 0);
    // “12:30” is no number with an action after it.
    if (!digits || !/\d/.test(digits) || (text[end] === ":" && !begins(end + 1))) return undefined;
    return { end, text: digits.replaceAll(",", "") };
  };

  const time = (from: number): { end: number; text: string } | undefined => {
    const day = token(from);
    if (day && word(day.end, "00:00 UTC") >= 0) return day;
    spelledTime.lastIndex = skip(from);
    const found = spelledTime.exec(text)?.[0].trimEnd();
    return found !== undefined && parseTime(found) !== undefined
      ? { end: skip(from) + found.length, text: found }
      : day;
  };

  /** A unit of time, in singular or plural. */
  const unitAt = (at: number): { end: number; text: string } | undefined => {
    for (const unit of durationUnits)
      for (const spelled of [unit, unit.replace(/s$/, ""), `${unit.replace(/s$/, "")}s`]) {
        const end = word(at, spelled);
        if (end >= 0) return { end, text: unit };
      }
    return undefined;
  };

  const midnight = (at: number): number => Math.max(at, word(at, "00:00 UTC"));

  const option = (
    at: number,
    field: RuleField | undefined,
  ): { end: number; text: string } | undefined => {
    const options = [...(field?.options ?? [])];
    const raw = word(at, "the value");
    const rawText = raw < 0 ? undefined : quoted(raw);
    if (rawText) return rawText;
    const inQuotes = quoted(at);
    if (inQuotes) {
      const named = options.find(([, name]) => foldText(name) === foldText(inQuotes.text));
      return {
        end: inQuotes.end,
        text: field?.options.has(inQuotes.text) ? inQuotes.text : (named?.[0] ?? inQuotes.text),
      };
    }
    const found = options
      .flatMap(([value, name]) => [name, value].map((words) => ({ value, end: word(at, words) })))
      .toSorted((one, other) => other.end - one.end)[0];
    if (found && found.end > at) return { end: found.end, text: found.value };
    if (options.length === 0) return plain(at, undefined);
    return expect(at, "an option of the field", () =>
      options.map(([, name]) => ({ label: name, insert: name })),
    );
  };

  /** A formula with fields by their names, as its text: `{variant.cost} * 1.35`. */
  const formula = (from: number): { end: number; text: string } | undefined => {
    let written = "";
    let [at, end, open] = [from, from, 0];
    const value = (): boolean => {
      let start = skip(at);
      for (; /[-+−(]/.test(text.charAt(start)); start = skip(start + 1)) {
        written += text.charAt(start);
        if (text[start] === "(") open += 1;
      }
      const inBraces = /^\{([^{}]{1,200})\}/.exec(text.slice(start, start + 202));
      if (inBraces) {
        const [whole, name = ""] = inBraces;
        const field = fields.byName(name);
        written += field ? `{${field.reference}}` : whole;
        at = start + whole.length;
        return true;
      }
      const number = /^(?:\d+(?:\.\d+)?|\.\d+)(?![\p{L}\d])/u.exec(
        text.slice(start, start + 80),
      )?.[0];
      if (number !== undefined) {
        written += number;
        at = start + number.length;
        return true;
      }
      const [named] = fields.at(start).filter(({ field }) => field?.dataType === "number");
      if (!named?.field) {
        expect(start, "a number or a field", fields.offers);
        return false;
      }
      written += `{${named.field.reference}}`;
      at = named.end;
      return true;
    };
    for (;;) {
      if (!value()) return undefined;
      while (open > 0 && word(at, ")") >= 0) {
        at = word(at, ")");
        open -= 1;
        written += ")";
      }
      end = at;
      const sign = text.charAt(skip(at));
      const times = Math.max(word(at, "x"), word(at, "times"));
      if (!/[-+−*/×÷]/.test(sign) && times < 0) break;
      const plainSign = { "×": "*", "÷": "/", "−": "-" }[sign] ?? sign;
      written += ` ${times >= 0 ? "*" : plainSign} `;
      at = times >= 0 ? times : skip(at) + 1;
    }
    const read = parseFormula(written);
    if ("problem" in read) return expect(end, "the rest of the formula");
    return word(end, "%") >= 0 ? expect(end, "no percent sign") : { end, text: written };
  };

  const sets = [...workflow.mappingSetNames];
  const mappingSet = (at: number): { end: number; text: string } | undefined => {
    const inQuotes = quoted(at);
    const number = token(at);
    const named = inQuotes
      ? sets.flatMap(([id, name]) => (name === inQuotes.text ? [{ id, end: inQuotes.end }] : []))
      : sets
          .map(([id, name]) => ({ id, end: word(at, name) }))
          .filter(({ end }) => end >= 0)
          .toSorted((one, other) => other.end - one.end);
    const [first, second] = named;
    if (!inQuotes && number && number.end >= (first?.end ?? 0)) return number;
    if (first && second?.end === first.end)
      return expect(at, "the ID of the mapping set, since several have this name");
    if (first) return { end: first.end, text: String(first.id) };
    return expect(at, "a mapping set", () =>
      sets.map(([, name]) => ({ label: name, insert: `“${name}”` })),
    );
  };

  const amount = (at: number, words: string, read = token): ReadOperand | undefined => {
    const found = read(at);
    if (!found || typed.anyOf(found.end, ["%", "percent"]) >= 0) return expect(at, words);
    return found;
  };

  type Read = (spec: OperandSpec, at: number, place: OperandPlace) => ReadOperand | undefined;
  const textOrFail: Read = ({ label }, at, { stop }) =>
    anyText(at, stop) ??
    expect(at, `text (${label.toLowerCase()}), in quotation marks if it is long`);
  const number: Read = (_spec, at) => amount(at, "a number", (from) => figure(from) ?? token(from));

  const byKind: Readonly<Record<OperandKind, Read>> = {
    text: (spec, at, place) => {
      if (!spec.mayBeSeveral) return textOrFail(spec, at, place);
      const nothing = word(at, "nothing");
      if (nothing >= 0) return { end: nothing, text: "[]" };
      const found = several(at, (from) => anyText(from, place.stop), place.stop);
      return found
        ? { end: found.end, text: writeValues(found.values) }
        : expect(at, `text (${spec.label.toLowerCase()})`);
    },
    key: textOrFail,
    separator: textOrFail,
    number,
    integer: number,
    index: number,
    date: (_spec, at) => amount(at, "a date, such as 2026-01-31", time),
    moment: (_spec, at) => {
      const found = amount(at, "a date, such as 2026-01-31, or “30 days ago”", time);
      const unit = found && unitAt(found.end);
      const ago = unit ? word(unit.end, "ago") : -1;
      if (found && unit && ago >= 0) return { ...found, end: ago, unit: unit.text };
      return found && { ...found, end: midnight(found.end) };
    },
    duration: (_spec, at) => {
      const found = amount(at, "an amount of time, such as 30 days, or a date", time);
      return found && { ...found, end: midnight(found.end) };
    },
    unit: ({ whenEmpty }, at) =>
      unitAt(at) ??
      expect(at, "minutes, hours, days, weeks, months or years", () =>
        durationUnits.map((unit) => ({ label: unit, insert: unit })),
      ) ??
      (whenEmpty === undefined ? undefined : { end: at, text: "" }),
    percent: (_spec, at) => {
      const found = token(at);
      const sign = found ? word(found.end, "%") : -1;
      const percent = found && sign < 0 ? word(found.end, "percent") : sign;
      return found && percent >= 0
        ? { end: percent, text: found.text }
        : expect(at, "a percentage, such as 5%");
    },
    boolean: (_spec, at) => {
      for (const answer of ["yes", "no", "true", "false", "on", "off"]) {
        const end = word(at, answer);
        if (end >= 0) return { end, text: String(readings.boolean(answer)) };
      }
      return expect(at, "yes or no", () =>
        ["yes", "no"].map((answer) => ({ label: answer, insert: answer })),
      );
    },
    field: (_spec, at) => {
      const [found] = fields.at(at);
      if (found) return { end: found.end, text: found.isNone ? "" : String(found.id) };
      return expect(at, "a field", fields.offers);
    },
    list: (_spec, at, { stop }) => {
      const nothing = word(at, "nothing");
      if (nothing >= 0) return { end: nothing, text: "" };
      const found = several(at, (from) => anyText(from, stop), stop);
      return found
        ? { end: found.end, text: writeList(found.values) }
        : expect(at, "values, separated by commas");
    },
    option: (_spec, at, { field, stop }) => {
      const nothing = word(at, "nothing");
      if (nothing >= 0) return { end: nothing, text: "[]" };
      const found = several(at, (from) => option(from, field), stop);
      return found && { end: found.end, text: writeValues(found.values) };
    },
    formula: (_spec, at) => formula(at),
    mappingSet: (_spec, at) => mappingSet(at),
  };

  const anyWords: ReadonlySet<OperandKind> = new Set([
    "text",
    "key",
    "separator",
    "list",
    "option",
  ]);

  return {
    read: (spec, at, place) => {
      const { whenEmpty } = spec;
      const none = typed.anyOf(at, [
        ...(spec.kind === "field" ? [] : ["…"]),
        ...(whenEmpty && !/\d/.test(whenEmpty) ? [whenEmpty] : []),
      ]);
      if (none >= 0) return { end: none, text: "" };
      if (!anyWords.has(spec.kind)) {
        const byName = spec.kind === "field" ? word(at, "field") : at;
        const wrong = byName < 0 ? undefined : quoted(byName);
        const end = wrong ? word(wrong.end, notUsable) : -1;
        if (wrong && end >= 0) return { end, text: wrong.text };
      }
      return byKind[spec.kind](spec, at, place);
    },
  };
};
