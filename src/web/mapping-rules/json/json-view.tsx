import { useId, useMemo, useRef, useState } from "react";
import {
  type Builder,
  useBuilder,
  useHistory,
} from "#web/mapping-rules/builder/builder-context.ts";
import { headKey } from "#web/mapping-rules/builder/part.ts";
import { download } from "#web/ui/download.ts";
import { Notice } from "#web/ui/notice.tsx";
import { notify } from "#web/ui/notify.ts";
import { whyTooLong } from "./json-bounds.ts";
import { JsonFindings } from "./json-findings.tsx";
import { jsonOfAnswer, jsonOfRule } from "./json-of-rule.ts";
import { JsonText, type JsonTextHandle } from "./json-text.tsx";
import { putRequest } from "./put-request.ts";
import { readRuleText, type RuleIdentity } from "./read-rule-text.ts";
import { usePause } from "./use-pause.ts";

/** A text that is being written, and the rule’s own text when that began. */
interface Typed {
  readonly text: string;
  readonly over: string;
}

/** Texts outlive the view: closing it to look at the rows loses nothing. */
const typedTexts = new WeakMap<Builder, Typed>();

const checkPauseMs = 200;

const identityOf = ({ draft }: Builder): RuleIdentity =>
  draft.part(headKey, "head")?.data ?? { eventId: 0, globalDataTypeId: 0 };

const useTyped = (builder: Builder, fresh: string) => {
  const [typed, setTyped] = useState(() => typedTexts.get(builder));
  const keep = (text: string | undefined) => {
    const next = text === undefined ? undefined : { text, over: typed?.over ?? fresh };
    if (next) typedTexts.set(builder, next);
    else typedTexts.delete(builder);
    setTyped(next);
  };
  return [typed, keep] as const;
};

const copyText = (text: string, fail: (why: string) => void) => {
  void navigator.clipboard
    .writeText(text)
    .then(() => notify("The JSON is in the clipboard."))
    .catch(() =>
      fail("This browser did not let the text be copied. Select it and copy it by hand."),
    );
};

/** The rule as the JSON that is sent (api 4.6), to read and to write; what is written becomes one step of the draft. */
export const JsonView = () => {
  const builder = useBuilder();
  // Each change of the draft renders this again; the tree is another object only when something in it is another.
  useHistory();
  const tree = builder.trees.mappingRule();
  const fresh = useMemo(() => jsonOfRule(tree), [tree]);
  const [typed, keep] = useTyped(builder, fresh);
  const [failure, setFailure] = useState<string>();
  const field = useRef<JsonTextHandle>(null);
  const id = useId();
  const text = typed?.text ?? fresh;
  const still = usePause(text, checkPauseMs);
  const read = useMemo(() => readRuleText(still, identityOf(builder)), [still, builder]);

  const apply = () => {
    const { request, findings } = readRuleText(text, identityOf(builder));
    const first = findings.find(({ kind }) => kind === "error");
    if (first) field.current?.jump(first);
    if (!request) return;
    putRequest(builder.draft, request, "edit JSON");
    keep(undefined);
    notify("The JSON is in the rule. Undo takes it back.");
  };
  const refuse = (length: number): boolean => {
    const why = whyTooLong(length);
    setFailure(why);
    return why !== undefined;
  };
  const asRequest = read.answered ? jsonOfAnswer(still) : undefined;
  return (
    <div className="json-view">
      <p className="faint">
        This is what is sent when the rule is saved. Parts with an id are updated, parts without one
        are created. Applying changes the rule on this screen only; nothing is sent.
      </p>
      <JsonText
        ref={field}
        id={id}
        text={text}
        findings={read.findings}
        onChange={(next) => {
          setFailure(undefined);
          keep(next === fresh ? undefined : next);
        }}
        refuse={refuse}
        onApply={apply}
      />
      {failure && (
        <p className="field__error" role="alert">
          {failure}
        </p>
      )}
      <JsonFindings id={`${id}-findings`} read={read} onJump={(at) => field.current?.jump(at)} />
      {asRequest !== undefined && (
        <Notice
          title="This is a rule as the API answers it"
          actions={
            <button type="button" className="button" onClick={() => keep(asRequest)}>
              Leave out what only the API writes
            </button>
          }
        >
          <p>Names of comparators, dates and ranks are not sent. The rest can be applied.</p>
        </Notice>
      )}
      {typed && typed.over !== fresh && (
        <Notice title="The rule was changed since you began to write this text" tone="waiting">
          <p>
            Applying puts this text in the place of those changes too. Undo takes it back in one
            step.
          </p>
        </Notice>
      )}
      <div className="row">
        <button
          type="button"
          className="button"
          data-kind="primary"
          disabled={!typed}
          onClick={apply}
        >
          Apply to the rule
        </button>
        <button
          type="button"
          className="button"
          disabled={!typed}
          onClick={() => {
            setFailure(undefined);
            keep(undefined);
          }}
        >
          Back to the rule’s own JSON
        </button>
        <button
          type="button"
          className="button"
          data-kind="plain"
          onClick={() => copyText(text, setFailure)}
        >
          Copy
        </button>
        <button
          type="button"
          className="button"
          data-kind="plain"
          onClick={() => download(fileName(builder), "application/json", text)}
        >
          Download
        </button>
      </div>
    </div>
  );
};

const fileName = ({ draft }: Builder): string => {
  const head = draft.part(headKey, "head")?.data;
  return `mapping-rule-${head?.id ?? "new"}.json`;
};
