import { ActionIcon, Button, Stack, TextInput } from "@mantine/core";
import { IconTextPlus, IconX } from "@tabler/icons-react";
import { type ChangeEvent, useState } from "react";
import { download } from "#web/base/download.ts";
import { PopoverButton } from "#web/kit/popover-button.tsx";
import { useValue } from "#web/base/value-store.ts";
import { fieldKinds } from "./decision.ts";
import {
  addSnippets,
  createSnippets,
  describeLimit,
  importSnippets,
  removeSnippet,
  type SnippetField,
  snippetFields,
  snippets,
  readTeamSnippets,
  teamList,
  toTeamSnippet,
  whyNotShared,
} from "./snippets.ts";
import {
  ownedWords,
  SharedBy,
  ShareButton,
  UnshareButton,
  useTeamEntries,
} from "#web/kit/team-entries.tsx";

interface FieldSnippetsProps {
  field: SnippetField;
  /** Takes what a change has to say. */
  onResult: (result: string) => void;
  team: ReturnType<typeof useTeamEntries>;
}

const FieldSnippets = ({ field, onResult, team }: FieldSnippetsProps) => {
  const saved = useValue(snippets);
  const [typed, setTyped] = useState("");
  const { label } = fieldKinds[field];
  const shared = readTeamSnippets(team.entries, field);
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
          <li key={text}>
            <bdi>{text}</bdi>
            <ShareButton
              label={`“${text}”`}
              why={whyNotShared(text)}
              onClick={() => team.share(toTeamSnippet(field, text))}
            />
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
      {shared.length > 0 && (
        <ul aria-label={`Team snippets for ${label}`}>
          {shared.map(({ name, text, sharedBy }) => (
            <li key={name}>
              <div>
                <bdi>{text}</bdi> <SharedBy sharedBy={sharedBy} />
              </div>
              <UnshareButton
                label={`“${text}”`}
                onClick={() => team.askRemoval({ name, label: `“${text}”` })}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="row">
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

/** Texts for reasons, conditions and notes that are suggested while typing: add, remove, share, export and import. */
export const SnippetsButton = () => {
  const [result, setResult] = useState("");
  const team = useTeamEntries(teamList);
  const onFile = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (file) void importSnippets(file).then(setResult);
    target.value = "";
  };
  return (
    <>
      <PopoverButton
        title="Snippets"
        label="Snippets"
        icon={<IconTextPlus aria-hidden="true" />}
        onTurn={team.onTurn}
      >
        <Stack gap="var(--s3)" className="snippets">
          <p className="faint">Suggested while you type. Saved {ownedWords()}.</p>
          {snippetFields.map((field) => (
            <FieldSnippets key={field} field={field} onResult={setResult} team={team} />
          ))}
          <div className="row">
            <Button
              size="xs"
              onClick={() =>
                download(
                  "snippets.json",
                  "application/json",
                  JSON.stringify(snippets.get(), null, 2),
                )
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
        </Stack>
      </PopoverButton>
      {team.question}
    </>
  );
};
