import { Button, Textarea } from "@mantine/core";
import { type ChangeEvent, type ClipboardEvent, type FormEvent, useState } from "react";
import { maxFileLength, whyTooLong } from "#rule-model/json/json-text.ts";
import { formatQuantity } from "#web/base/format.ts";
import { Notice } from "#web/kit/notice.tsx";
import {
  type FileFlaw,
  type FileRefusalKind,
  readTextFile,
  refusalTitles,
} from "#web/base/read-text-file.ts";
import { Sheet } from "#web/kit/screen.tsx";

/** The user's input: a file, or pasted text. */
export interface GivenText {
  readonly text: string;
  readonly from: string;
  readonly flaw?: FileFlaw | undefined;
}

/** A file that can't be imported. */
export interface RefusedFile {
  readonly from: string;
  readonly refusal: FileRefusalKind;
}

const explainRefusal = (refusal: RefusedFile["refusal"]): string =>
  refusal === "too-large"
    ? `The limit is ${formatQuantity(maxFileLength)} characters. Export fewer rules at once, then import each file.`
    : "Select another file.";

/** Why a file wasn't imported. */
export const RefusedFileNotice = ({ file: { from, refusal } }: { file: RefusedFile }) => (
  <Notice title={refusalTitles[refusal]} tone="bad" alert>
    <p>
      <bdi>{from}</bdi> wasn't imported. {explainRefusal(refusal)}
    </p>
  </Notice>
);

interface RuleSourceProps {
  onGive: (given: GivenText | RefusedFile) => void;
}

/** A file or pasted text with rules in it. */
export const RuleSource = ({ onGive }: RuleSourceProps) => {
  const [text, setText] = useState("");
  const [failure, setFailure] = useState<string>();
  const onFile = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = "";
    setFailure(undefined);
    if (!file) return;
    void readTextFile(file, maxFileLength).then((read) => {
      const from = file.name;
      onGive(read.kind === "text" ? { ...read, from } : { from, refusal: read.kind });
    });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") setFailure("Paste the JSON of a rule first, or open a file");
    else onGive({ text, from: "pasted text" });
  };
  // A field with millions of characters would block the browser; a file does not.
  const onPaste = (event: ClipboardEvent) => {
    const why = whyTooLong(event.clipboardData.getData("text").length);
    setFailure(why && `${why} Open it as a file instead.`);
    if (why) event.preventDefault();
  };
  return (
    <Sheet title="Select rules">
      <form className="stack" onSubmit={onSubmit}>
        <div className="row">
          <Button component="label" className="file-button" variant="filled">
            Open a file
            <input
              type="file"
              className="visually-hidden"
              accept="application/json,.json,text/plain"
              onChange={onFile}
            />
          </Button>
          <span className="faint">or paste JSON below</span>
        </div>
        <Textarea
          id="rule-source"
          label="JSON of one or more rules"
          description="As exported by the console or returned by the API. Nothing is saved until you import it."
          error={failure}
          errorProps={{ role: "status" }}
          classNames={{ input: "code" }}
          rows={5}
          spellCheck={false}
          value={text}
          onPaste={onPaste}
          onChange={(event) => {
            setFailure(undefined);
            setText(event.target.value);
          }}
        />
        <div>
          <Button type="submit">Preview</Button>
        </div>
      </form>
    </Sheet>
  );
};
