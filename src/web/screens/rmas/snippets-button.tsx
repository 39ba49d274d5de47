import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconTextPlus, IconX } from "@tabler/icons-react";
import { type ChangeEvent, useState } from "react";
import { download } from "#web/base/download.ts";
import { PopoverButton } from "#web/kit/popover-button.tsx";
import { useValue } from "#web/base/value-store.ts";
import { describeLimit, importSnippets } from "./import-snippets.ts";
import { fieldKinds } from "./line-fields.ts";
import {
  addSnippets,
  createSnippets,
  removeSnippet,
  type SnippetField,
  snippetFields,
  snippets,
} from "./snippets.ts";

interface FieldSnippetsProps {
  field: SnippetField;
  /** Takes what a change has to say. */
  onResult: (result: string) => void;
}

const FieldSnippets = ({ field, onResult }: FieldSnippetsProps) => {
  const saved = useValue(snippets);
  const [typed, setTyped] = useState("");
  const { label } = fieldKinds[field];
  const add = () => {
    const { left } = addSnippets(createSnippets((one) => (one === field ? [typed] : [])));
    onResult(left > 0 ? `${describeLimit()}. Remove one first.` : "");
    if (left === 0) setTyped("");
  };
  return (
    <section aria-label={`Snippets for ${label}`}>
      <h3 className="label">{label}</h3>
      <ul>
        {saved[field].map((text) => (
          <li key={text} className="snippets__text">
            <bdi>{text}</bdi>
            <ActionIcon
              size="xs"
              aria-label={`Remove “${text}”`}
              onClick={() => {
                removeSnippet(field, text);
                onResult("");
              }}
            >
              <IconX aria-hidden="true" />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <div className="row snippets__add">
        <TextInput
          size="xs"
          aria-label={`New snippet for ${label}`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") add();
          }}
        />
        <Button size="xs" aria-label={`Add snippet for ${label}`} onClick={add}>
          Add
        </Button>
      </div>
    </section>
  );
};

/** Texts for reasons, conditions and notes that this browser suggests while typing: add, remove, export and import. */
export const SnippetsButton = () => {
  const [result, setResult] = useState("");
  const onFile = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (file) void importSnippets(file).then(setResult);
    target.value = "";
  };
  return (
    <PopoverButton title="Snippets" label="Snippets" icon={<IconTextPlus aria-hidden="true" />}>
      <div className="snippets">
        <p className="faint">Suggested while you type. Saved in this browser.</p>
        {snippetFields.map((field) => (
          <FieldSnippets key={field} field={field} onResult={setResult} />
        ))}
        <div className="row">
          <Button
            size="xs"
            onClick={() =>
              download("snippets.json", "application/json", JSON.stringify(snippets.get(), null, 2))
            }
          >
            Export
          </Button>
          <Button size="xs" component="label">
            Import
            <input
              type="file"
              accept=".json,application/json"
              className="visually-hidden"
              onChange={onFile}
            />
          </Button>
        </div>
        <p role="status">{result}</p>
      </div>
    </PopoverButton>
  );
};
