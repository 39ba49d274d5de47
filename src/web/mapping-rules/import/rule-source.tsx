import { Button, Textarea } from "@mantine/core";
import type { ChangeEvent, ClipboardEvent, FormEvent } from "react";
import { useState } from "react";
import { whyTooLong } from "#rule-model/json/json-text.ts";
import { Sheet } from "#web/ui/screen.tsx";

/** The user's input: a file, or pasted text. */
export interface GivenText {
  readonly text: string;
  readonly from: string;
}

/** A file or pasted text with rules in it. */
export const RuleSource = ({ onGive }: { onGive: (given: GivenText) => void }) => {
  const [text, setText] = useState("");
  const [failure, setFailure] = useState<string>();
  const onFile = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = "";
    setFailure(undefined);
    void file
      ?.text()
      .then((content) => onGive({ text: content, from: file.name }))
      .catch(() => setFailure("Couldn't read this file. Select another file."));
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") setFailure("Paste the JSON of a rule first, or open a file.");
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
          description="As exported by the console or sent by the API. Nothing is saved until you import it."
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
