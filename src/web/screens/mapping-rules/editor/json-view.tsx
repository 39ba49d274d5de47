import { Button, Input, UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Builder } from "#rule-model/builder.ts";
import { headKey } from "#rule-model/part.ts";
import { putRequest } from "#rule-model/put-request.ts";
import {
  countLines,
  formatAnswer,
  formatRule,
  type PlacedFinding,
  readRuleText,
  type RuleIdentity,
  type RuleText,
  whyTooLong,
} from "#rule-model/rule-text.ts";
import { download } from "#web/base/download.ts";
import { formatCount } from "#web/base/format.ts";
import { writeClipboard } from "#web/kit/copy-to-clipboard.ts";
import { LockableButton } from "#web/kit/button.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { notify } from "#web/kit/notify.ts";
import { useValue } from "#web/base/value-store.ts";
import { useBuilder, useHistory, useTypedJson } from "./builder-context.ts";

/** Access to the text field for the list of findings. */
interface JsonTextHandle {
  readonly jump: (finding: PlacedFinding) => void;
  readonly text: () => string;
}

interface JsonTextProps {
  ref: Ref<JsonTextHandle>;
  id: string;
  text: string;
  /** Another number puts `text` into the field again, whatever was typed there. */
  round: number;
  findings: readonly PlacedFinding[];
  /** Called on each keystroke, without the text: reading thousands of lines each time would be slow. */
  onType: () => void;
  /**
   * Called before a text is pasted or dropped: one that is too long never reaches the field, where it would block the
   * browser.
   */
  refuse: (length: number) => boolean;
  /** Ctrl+Enter. */
  onApply: () => void;
}

const rowHeight = (area: HTMLTextAreaElement): number =>
  Number.parseFloat(getComputedStyle(area).lineHeight) || 20;

const numbersTo = (lines: number): string =>
  Array.from({ length: lines }, (_, at) => at + 1).join("\n");

/** Text in a monospaced font with line numbers, and marks on the lines that have findings. */
const JsonText = ({ ref, id, text, round, findings, onType, refuse, onApply }: JsonTextProps) => {
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => countLines(text), [text]);
  const numbers = useMemo(() => numbersTo(lines), [lines]);
  // The field holds its own text while the user types; `text` replaces it on undo and on “back to the rule's own”.
  useLayoutEffect(() => {
    if (area.current && area.current.value !== text) area.current.value = text;
  }, [text, round]);
  useImperativeHandle(ref, () => ({
    text: () => area.current?.value ?? text,
    jump: ({ offset, length, line }) => {
      const shown = area.current;
      if (!shown) return;
      shown.focus();
      shown.setSelectionRange(offset, offset + Math.min(length, 200));
      shown.scrollTop = (line - 1) * rowHeight(shown) - shown.clientHeight / 3;
      shown.scrollLeft = 0;
    },
  }));
  const onScroll = () => {
    if (gutter.current && area.current)
      gutter.current.style.transform = `translateY(${-area.current.scrollTop}px)`;
  };
  const onPaste = (event: ClipboardEvent) => {
    if (refuse(event.clipboardData.getData("text").length)) event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onApply();
  };
  return (
    <div className="json-view__text">
      <div className="json-view__gutter" aria-hidden="true">
        <div ref={gutter}>
          {findings.map(({ line, offset, kind }) => (
            <span
              key={`${offset} ${kind}`}
              className="json-view__mark"
              data-kind={kind}
              style={{ insetBlockStart: `calc(var(--s2) + var(--row) * ${line - 1})` }}
            />
          ))}
          {numbers}
        </div>
      </div>
      <textarea
        ref={area}
        id={id}
        aria-label="The rule as JSON"
        aria-describedby={`${id}-findings`}
        aria-invalid={findings.some(({ kind }) => kind === "error")}
        aria-keyshortcuts="Control+Enter"
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        wrap="off"
        defaultValue=""
        onChange={onType}
        onScroll={onScroll}
        onPaste={onPaste}
        onDrop={(event) => {
          if (refuse(event.dataTransfer.getData("text").length)) event.preventDefault();
        }}
        onKeyDown={onKeyDown}
      />
    </div>
  );
};

const summary = ({ findings, more }: RuleText): string => {
  const errors = findings.filter(({ kind }) => kind === "error").length;
  const warnings = findings.length - errors;
  if (findings.length === 0) return "This JSON is a valid rule.";
  return [
    ...(errors > 0 ? [`${formatCount(errors, "error")} to fix before you can apply it`] : []),
    ...(warnings > 0 ? [formatCount(warnings, "warning")] : []),
    ...(more > 0 ? [`and ${formatCount(more, "more place")}`] : []),
  ].join(", ");
};

/** The problems of the text; each line leads to its place. */
export const JsonFindings = ({
  id,
  read,
  onJump,
}: {
  id: string;
  read: RuleText;
  onJump: (finding: PlacedFinding) => void;
}) => (
  <div className="stack" id={id}>
    <p role="status">{summary(read)}</p>
    {read.findings.length > 0 && (
      <ul className="json-view__findings" aria-label="Places in the JSON">
        {read.findings.map((finding) => (
          <li key={`${finding.offset} ${finding.message}`}>
            <UnstyledButton data-kind={finding.kind} onClick={() => onJump(finding)}>
              <span className="code">
                {finding.line}:{finding.column}
                <span className="visually-hidden"> (line and column)</span>
              </span>
              <span>{finding.message}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    )}
  </div>
);

/** The pause in typing before the text is read, and again before it is checked; thousands of lines take a while. */
const pauseMs = 100;
const longPauseMs = 500;
const longText = 200_000;
const pauseFor = ({ length }: string): number => (length > longText ? longPauseMs : pauseMs);

const readIdentity = ({ draft }: Builder): RuleIdentity =>
  draft.part(headKey, "head")?.data ?? { eventId: 0, globalDataTypeId: 0 };

/**
 * The user's text. The field holds it; it is read from there on the first keystroke and then whenever typing pauses,
 * since each reading of thousands of lines is noticeable.
 */
const useTyped = (fresh: string, field: RefObject<JsonTextHandle | null>) => {
  const store = useTypedJson();
  const typed = useValue(store);
  const [round, setRound] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const text = typed?.text ?? fresh;
  const remember = (next: string) =>
    store.set(next === fresh ? undefined : { text: next, over: typed?.over ?? fresh });
  const now = () => field.current?.text() ?? text;
  const settle = () => {
    timer.current = undefined;
    remember(now());
  };
  const latest = useRef(settle);
  useLayoutEffect(() => {
    latest.current = settle;
  });
  useLayoutEffect(
    () => () => {
      if (timer.current === undefined) return;
      clearTimeout(timer.current);
      latest.current();
    },
    [],
  );
  const put = (next: string) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    remember(next);
    setRound(round + 1);
  };
  return {
    typed,
    text,
    now,
    round,
    type: () => {
      if (!typed) return settle();
      clearTimeout(timer.current);
      timer.current = setTimeout(() => latest.current(), pauseFor(text));
    },
    put,
    /** Shows the rule's own text again. */
    drop: () => put(fresh),
  };
};

const copyText = (text: string, fail: (why: string) => void) => {
  void writeClipboard(text)
    .then(() => notify("JSON copied"))
    .catch(() => fail("Couldn't copy. Select the text and press Ctrl+C."));
};

/** The rule as the JSON that is sent (api 4.6), to view and edit; applying an edited text is one step of the draft. */
export const JsonView = () => {
  const builder = useBuilder();
  // Each change of the draft renders this again; the tree is another object only when its content is different.
  useHistory();
  const tree = builder.trees.mappingRule();
  const fresh = useMemo(() => formatRule(tree), [tree]);
  const field = useRef<JsonTextHandle>(null);
  const { typed, text, now, round, type, put, drop } = useTyped(fresh, field);
  const [failure, setFailure] = useState<string>();
  const id = useId();
  const [still] = useDebouncedValue(text, pauseFor(text));
  const read = useMemo(() => readRuleText(still, readIdentity(builder)), [still, builder]);

  const apply = () => {
    const { request, findings } = readRuleText(now(), readIdentity(builder));
    const first = findings.find(({ kind }) => kind === "error");
    if (first) field.current?.jump(first);
    if (!request) return;
    putRequest(builder.draft, request, "edit JSON");
    drop();
    notify("JSON applied to the rule. You can undo this.");
  };
  const refuse = (length: number): boolean => {
    const why = whyTooLong(length);
    setFailure(why);
    return why !== undefined;
  };
  const asRequest = read.answered ? formatAnswer(still) : undefined;
  return (
    <div className="json-view">
      <p className="faint">
        Saving the rule sends this JSON. Parts with an ID are updated, parts without one are
        created. Applying changes only the rule on this screen; nothing is saved.
      </p>
      <JsonText
        ref={field}
        id={id}
        text={text}
        round={round}
        findings={read.findings}
        onType={() => {
          setFailure(undefined);
          type();
        }}
        refuse={refuse}
        onApply={apply}
      />
      {failure && <Input.Error role="alert">{failure}</Input.Error>}
      <JsonFindings id={`${id}-findings`} read={read} onJump={(at) => field.current?.jump(at)} />
      {asRequest !== undefined && (
        <Notice
          title="This JSON has fields that only the service sets"
          actions={<Button onClick={() => put(asRequest)}>Remove these fields</Button>}
        >
          <p>Names of comparisons, dates and ranks can't be sent. Remove them to apply the rest.</p>
        </Notice>
      )}
      {typed && typed.over !== fresh && (
        <Notice title="The rule has changed since you started to edit this JSON" tone="waiting">
          <p>Applying the JSON overwrites those changes too. You can undo it in one step.</p>
        </Notice>
      )}
      <div className="row">
        <LockableButton variant="filled" locked={!typed} onClick={apply}>
          Apply to rule
        </LockableButton>
        <LockableButton
          locked={!typed}
          onClick={() => {
            setFailure(undefined);
            drop();
          }}
        >
          Discard JSON edits
        </LockableButton>
        <Button variant="subtle" color="gray" onClick={() => copyText(now(), setFailure)}>
          Copy
        </Button>
        <Button
          variant="subtle"
          color="gray"
          onClick={() => download(fileName(builder), "application/json", now())}
        >
          Download
        </Button>
      </div>
    </div>
  );
};

const fileName = ({ draft }: Builder): string => {
  const head = draft.part(headKey, "head")?.data;
  return `mapping-rule-${head?.id ?? "new"}.json`;
};
