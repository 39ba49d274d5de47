import { Button, Textarea } from "@mantine/core";
import {
  type KeyboardEvent,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import type { UpdateOrCreateWorkflowRule } from "#contract/mapping-rule-request.ts";
import { insertTyped } from "#rule-model/insert-typed.ts";
import { headKey } from "#rule-model/part.ts";
import { completeTypedRule, parseTypedRule } from "#rule-model/typed-rule.ts";
import type { TypedScope } from "#rule-model/typed-sentence.ts";
import { describeRule, givenName, ruleParagraph, withinSentence } from "#rules/describe-rule.ts";
import { findInheritedType } from "#rules/rule-catalogue.ts";
import { formatCount } from "#web/base/format.ts";
import {
  useBuilder,
  useEditorState,
  usePart,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import { optionId, type PickerChoice, PickerList } from "./picker.tsx";
import { MarkedSentence, useEditorWording, withMarks } from "./sentence-wording.tsx";
import { announce } from "./shown-rows.ts";
import "./typed-rule-field.css";

const example = "brand is Hartwell and price over 100 and title without sale: price x 1.05";

const hint =
  "Conditions, a colon, and what to change. Text with “and”, “or” or a comma needs quotation marks.";

const useScope = (): TypedScope => {
  const { workflow } = useBuilder();
  const head = usePart(headKey, "head")?.data;
  const { eventId = 0, globalDataTypeId } = head ?? {};
  return useMemo(
    () => ({
      workflow,
      eventId,
      inheritedType: findInheritedType({ globalDataTypeId }, workflow.catalogue),
    }),
    [workflow, eventId, globalDataTypeId],
  );
};

interface Line {
  readonly lead: string;
  readonly words: string;
}

/** Nothing is announced while a person types. */
const pauseBeforeAnnouncing = 700;

/** More lines than people read before they are rows. */
const mostLines = 30;

/** What was understood, one line for each row to be. */
const Preview = ({ rule }: { rule: UpdateOrCreateWorkflowRule }) => {
  const wording = useEditorWording();
  const { groups, actions, childRules, alwaysRun, tiers } = useMemo(
    () => describeRule(rule, withMarks(wording)),
    [rule, wording],
  );
  const lines: Line[] = [
    ...(alwaysRun ? [{ lead: "Always", words: "" }] : []),
    ...groups.flatMap((conditions, group) =>
      conditions.map((words, at) => ({
        lead: at > 0 ? "and" : group > 0 ? "or when" : "When",
        words: withinSentence(words),
      })),
    ),
    ...actions.map((words, at) => ({ lead: at > 0 ? "and" : "Then", words })),
    ...childRules.map((child, at) => ({
      lead: tiers ? givenName(true, at) : "Child rule",
      words: ruleParagraph(child),
    })),
  ];
  if (lines.length === 0) return null;
  return (
    <ul className="typed-rule__rows" aria-label="Rows to add">
      {lines.slice(0, mostLines).map(({ lead, words }, at) => (
        <li key={at}>
          <span className="faint">{lead} </span>
          <MarkedSentence text={words} />
        </li>
      ))}
      {lines.length > mostLines && <li>{formatCount(lines.length - mostLines, "more row")}</li>}
    </ul>
  );
};

const countRows = ({ groups, actions, childRules }: UpdateOrCreateWorkflowRule): string => {
  const conditions = (groups ?? []).reduce(
    (sum, group) => sum + (group.conditions?.length ?? 0),
    0,
  );
  const counts = [
    [conditions, "condition"],
    [actions?.length ?? 0, "action"],
    [childRules?.length ?? 0, "child rule"],
  ] as const;
  return (
    counts
      .filter(([count]) => count > 0)
      .map(([count, noun]) => formatCount(count, noun))
      .join(", ") || "no rows"
  );
};

/** The completion of the text before the cursor. */
const useOffers = (scope: TypedScope, before: string, isOpen: boolean) => {
  const wanted = useDeferredValue(isOpen ? before : undefined);
  return useMemo(
    () => (wanted === undefined ? [] : completeTypedRule(wanted, scope)),
    [wanted, scope],
  );
};

const listSteps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => (at >= last ? 0 : at + 1),
  ArrowUp: (at, last) => (at <= 0 ? last : at - 1),
};

/** The text behind the field with the place marked that could not be read. */
const Mark = ({ text, from }: { text: string; from: number }) => {
  const end = /^\S*/.exec(text.slice(from))?.[0].length ?? 0;
  return (
    <div className="typed-rule__marks" aria-hidden="true">
      {text.slice(0, from)}
      <mark>{text.slice(from, from + end)}</mark>
    </div>
  );
};

/**
 * A rule as one line of text: what is understood is shown below it as rows, the place where it fails is marked, and Enter
 * adds the rows. A sentence of “In words” is understood, too.
 */
export const TypedRuleField = () => {
  const id = useId();
  const editor = useEditorState();
  const builder = useBuilder();
  const scope = useScope();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState("");
  const [cursor, setCursor] = useState(0);
  /** Undefined while the list is closed, -1 while nothing in it is highlighted. */
  const [chosen, setChosen] = useState<number>();
  const settled = useDeferredValue(text);
  const read = useMemo(() => parseTypedRule(settled, scope), [settled, scope]);
  const offers = useOffers(scope, text.slice(0, cursor), chosen !== undefined);
  const blank = settled.trim() === "";
  const fails = "failsAt" in read && !blank ? read : undefined;
  // A word that may become another is not wrong yet.
  const rest = fails && settled.slice(fails.failsAt).trimEnd();
  const atEnd = rest === "" || (rest !== undefined && offers.length > 0 && !/\s/.test(rest));
  const isWrong = fails !== undefined && !atEnd;
  const listed = chosen !== undefined && offers.length > 0;
  // A text that is complete is added by Enter; a word that is not is completed by it.
  const isWord = /\S$/.test(text.slice(0, cursor));
  const active = chosen === undefined || chosen >= 0 ? (chosen ?? -1) : fails && isWord ? 0 : -1;
  const choices = offers.map(({ label, badge }, at): PickerChoice => ({ id: at, label, badge }));

  useEffect(
    () =>
      editor.typing.subscribe(() => {
        if (editor.typing.get() === "asked") field.current?.focus();
      }),
    [editor],
  );
  useEffect(() => {
    if (editor.typing.get() === "asked") field.current?.focus();
  }, [editor]);

  const change = (next: string, at: number) => {
    setText(next);
    setCursor(at);
    setChosen(-1);
  };
  const take = (offer: (typeof offers)[number] | undefined) => {
    if (!offer) return;
    const start = `${text.slice(0, offer.from)}${offer.insert} `;
    flushSync(() => change(start + text.slice(cursor).trimStart(), start.length));
    field.current?.setSelectionRange(start.length, start.length);
  };
  const close = () => {
    editor.typing.set(undefined);
    editor.root.get()?.querySelector<HTMLElement>("[data-part-key][tabindex='0']")?.focus();
  };
  const add = () => {
    const now = parseTypedRule(text, scope);
    if (!("rule" in now)) return;
    flushSync(() => {
      insertTyped(builder, now.rule);
      change("", 0);
      setChosen(undefined);
      editor.typing.set("asked");
    });
    announce(editor, `Added ${countRows(now.rule)}.`);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = listed ? listSteps[event.key] : undefined;
    if (step) setChosen(step(active, offers.length - 1));
    else if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) {
      // What is shown may still be about the text before the last key.
      const now = parseTypedRule(text, scope);
      const all = chosen === undefined ? [] : completeTypedRule(text.slice(0, cursor), scope);
      const completes = isWord && ("failsAt" in now || event.key === "Tab");
      const offer = all[chosen !== undefined && chosen >= 0 ? chosen : completes ? 0 : -1];
      if (offer) take(offer);
      else if (event.key === "Enter") add();
      else return;
    } else if (event.key === "Escape" && listed) setChosen(undefined);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
  };
  const ready = "rule" in read && !blank ? countRows(read.rule) : undefined;
  const expected = fails && `${atEnd ? "Next" : "Expected here"}: ${fails.expected}.`;

  const said = expected ?? (ready === undefined ? "" : `Understood: ${ready}. Enter adds them.`);
  useEffect(() => {
    const timer = setTimeout(() => said !== "" && announce(editor, said), pauseBeforeAnnouncing);
    return () => clearTimeout(timer);
  }, [editor, said]);

  return (
    // Without text of its own, undo is the rule's.
    <div className="typed-rule" data-rule-draft={text === "" || undefined}>
      <Textarea
        ref={field}
        label="Type a rule"
        inputWrapperOrder={["label", "input", "error", "description"]}
        description={isWrong ? undefined : (expected ?? (blank ? hint : undefined))}
        error={isWrong && expected}
        placeholder={example}
        autosize
        minRows={1}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        classNames={{ input: "typed-rule__input" }}
        aria-autocomplete="list"
        aria-controls={listed ? id : undefined}
        aria-activedescendant={listed && active >= 0 ? optionId(id, choices[active]) : undefined}
        value={text}
        onChange={({ target }) => change(target.value, target.selectionStart)}
        onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart)}
        onBlur={() => setChosen(undefined)}
        onKeyDown={onKeyDown}
        inputContainer={(input) => (
          <div className="typed-rule__field">
            {isWrong && settled === text && <Mark text={text} from={fails.failsAt} />}
            {input}
          </div>
        )}
      />
      {listed && (
        <PickerList
          id={id}
          label="Completions"
          field={field}
          found={choices}
          lacks={undefined}
          above
          chosen={-1}
          active={active}
          onChoose={(at) => take(offers[at])}
          onClose={() => setChosen(undefined)}
        />
      )}
      <Preview rule={"rule" in read ? read.rule : read.soFar} />
      <div className="row">
        {!blank && (
          <Button size="xs" variant="filled" disabled={fails !== undefined} onClick={add}>
            {ready === undefined ? "Add" : `Add ${ready}`}
          </Button>
        )}
        <Button size="xs" variant="subtle" color="gray" onClick={close}>
          Close
        </Button>
      </div>
    </div>
  );
};
