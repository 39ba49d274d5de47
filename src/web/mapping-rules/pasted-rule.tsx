import { type ChangeEvent, type FormEvent, useState } from "react";
import type { MappingRule } from "#contract/mapping-rules.ts";
import type { ReadProblem } from "#contract/read.ts";
import { Field } from "#web/ui/field.tsx";
import { counted } from "#web/ui/format.ts";
import { RawJson } from "#web/ui/key-values.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Sheet } from "#web/ui/screen.tsx";
import { readPastedRule } from "./read-pasted-rule.ts";
import { RuleSheets } from "./rule-sheets.tsx";
import { ruleName } from "./rule-words.ts";
import { useWording } from "./use-wording.ts";

const listedAtOnce = 50;

const Problems = ({ problems }: { problems: readonly ReadProblem[] }) =>
  problems.length > 0 && (
    <Notice
      title={`${counted(problems.length, "place")} of this JSON ${problems.length === 1 ? "is" : "are"} not what the API’s document says`}
      tone="waiting"
    >
      <ul className="rule-paste__problems">
        {problems.slice(0, listedAtOnce).map(({ path, message, raw }) => (
          <li key={path}>
            <span className="code">{path || "the whole"}</span>: {message}
            {raw !== undefined && (
              <>
                . It is <span className="code">{JSON.stringify(raw).slice(0, 200)}</span>
              </>
            )}
          </li>
        ))}
      </ul>
      {problems.length > listedAtOnce && (
        <p>And {counted(problems.length - listedAtOnce, "more place")}.</p>
      )}
    </Notice>
  );

interface ReadRule {
  value: MappingRule;
  problems: ReadProblem[];
}

const Shown = ({ rules }: { rules: readonly ReadRule[] }) => {
  const [chosen, choose] = useState(0);
  const wording = useWording({ enabled: true });
  const rule = rules[chosen];
  return (
    <>
      <div className="rule-paste__head">
        <h2>
          <bdi>{rule && ruleName(rule.value)}</bdi>
        </h2>
        {rules.length > 1 && (
          <select
            className="input"
            aria-label="Rule of the list"
            value={chosen}
            onChange={(event) => choose(Number(event.target.value))}
          >
            {rules.map(({ value }, index) => (
              <option key={index} value={index}>
                {index + 1}. {ruleName(value)}
              </option>
            ))}
          </select>
        )}
      </div>
      {rule && <Problems problems={rule.problems} />}
      {rule && <RuleSheets key={chosen} rule={rule.value} wording={wording} />}
      {rule && <RawJson value={rule.value} title="The rule as it was read" />}
    </>
  );
};

/** A rule from pasted text or a file, shown and kept nowhere else. */
export const PastedRule = () => {
  const [text, setText] = useState("");
  const [shown, setShown] = useState<readonly ReadRule[]>();
  const [error, setError] = useState<string>();
  const [times, setTimes] = useState(0);
  const show = (from: string) => {
    const read = readPastedRule(from);
    setShown(read.kind === "rules" ? read.rules : undefined);
    setError(read.kind === "rules" ? undefined : read.why);
    setTimes(times + 1);
  };
  const onFile = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = "";
    void file
      ?.text()
      .then((content) => {
        setText(content);
        show(content);
      })
      .catch(() => setError("This file could not be read."));
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    show(text);
  };
  return (
    <>
      <Sheet title="The rule’s JSON">
        <form className="stack" onSubmit={onSubmit}>
          <Field
            id="pasted-rule"
            label="JSON of a mapping rule, or of a list of them"
            hint="As POST or GET /workflow/mapping-rule answers it."
            error={error}
          >
            {(tie) => (
              <textarea
                {...tie}
                className="input code"
                rows={8}
                spellCheck={false}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
          <div className="row">
            <button type="submit" className="button" data-kind="primary">
              Show this rule
            </button>
            <label className="button rule-paste__file">
              Open a file
              <input
                type="file"
                className="visually-hidden"
                accept="application/json,.json,text/plain"
                onChange={onFile}
              />
            </label>
          </div>
        </form>
      </Sheet>
      {shown && <Shown key={times} rules={shown} />}
    </>
  );
};
