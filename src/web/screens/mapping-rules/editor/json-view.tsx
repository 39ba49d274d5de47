import { Button, Textarea } from "@mantine/core";
import { type SubmitEvent, useMemo, useState } from "react";
import { readReplacement } from "#rule-model/import-rules.ts";
import { headKey } from "#rule-model/part.ts";
import { putRequest } from "#rule-model/put-request.ts";
import { download } from "#web/base/download.ts";
import { writeClipboard } from "#web/kit/copy-to-clipboard.ts";
import { Dialog } from "#web/kit/dialog.tsx";
import { notify } from "#web/kit/notify.ts";
import { useBuilder, useHistory } from "./builder-context.ts";

const copy = (text: string) =>
  void writeClipboard(text)
    .then(() => notify("JSON copied"))
    .catch(() => notify("Couldn't copy. Select the text and press Ctrl+C."));

/** Asks for the JSON of a rule, and puts its content into the open one: one step, which undo reverts. */
const ReplaceDialog = ({ onClose }: { onClose: () => void }) => {
  const { draft, trees, workflow } = useBuilder();
  const [text, setText] = useState("");
  const [why, setWhy] = useState<string>();
  const replace = (event: SubmitEvent) => {
    event.preventDefault();
    const read = readReplacement(text, trees.mappingRule(), workflow);
    if ("why" in read) return setWhy(read.why);
    putRequest(draft, read.request, "replace by JSON");
    onClose();
    notify(["Rule replaced. You can undo this.", ...read.notes].join(" "));
  };
  return (
    <Dialog
      title="Replace this rule from JSON"
      onSubmit={replace}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled">
            Replace rule
          </Button>
        </>
      }
    >
      <p>
        Paste a rule, as copied or exported here. Its settings, conditions and actions replace those
        on this screen. Nothing is saved yet.
      </p>
      <Textarea
        label="JSON of a rule"
        data-autofocus
        rows={12}
        spellCheck={false}
        classNames={{ input: "code" }}
        value={text}
        error={why}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setWhy(undefined);
        }}
      />
    </Dialog>
  );
};

/** The rule as the JSON that is sent (api 4.6): to read, to copy, and to replace. */
export const JsonView = () => {
  const { draft, trees } = useBuilder();
  // Each change of the draft renders this again; the tree is another object only when its content is different.
  useHistory();
  const tree = trees.mappingRule();
  const text = useMemo(() => JSON.stringify(tree, null, 2), [tree]);
  const [replacing, setReplacing] = useState(false);
  const id = draft.part(headKey, "head")?.data.id ?? "new";
  return (
    <div className="json-view">
      <div className="row">
        <Button onClick={() => copy(text)}>Copy</Button>
        <Button onClick={() => download(`mapping-rule-${id}.json`, "application/json", text)}>
          Download
        </Button>
        <Button onClick={() => setReplacing(true)}>Replace from JSON…</Button>
      </div>
      <textarea aria-label="The rule as JSON" readOnly wrap="off" spellCheck={false} value={text} />
      {replacing && <ReplaceDialog onClose={() => setReplacing(false)} />}
    </div>
  );
};
