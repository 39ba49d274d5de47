import { TextInput } from "@mantine/core";
import { setPart } from "#rule-model/draft/edit-draft.ts";
import type { Part } from "#rule-model/draft/part.ts";
import type { PartProblem } from "#rule-model/check/problem.ts";
import { editName } from "#rule-model/draft/new-parts.ts";
import { useBuilder } from "#web/mapping-rules/builder/builder-context.ts";
import { MatchedOnly, OtherFieldScope } from "./action-extras.tsx";
import { rowInput } from "./row-input.ts";
import { SentenceForm } from "./sentence-form.tsx";

interface ActionFormProps {
  part: Part<"action">;
  picked: boolean;
  problems: readonly PartProblem[];
}

/** The file header of an action; only some actions have one, and it can be changed where there is one. */
const HeaderName = ({ part }: { part: Part<"action"> }) => {
  const { draft } = useBuilder();
  const { headerName } = part.data;
  if (headerName === null || headerName === undefined) return null;
  return (
    <TextInput
      {...rowInput({ label: "Header name" })}
      value={headerName}
      onChange={(event) =>
        setPart(
          draft,
          part.key,
          "action",
          { headerName: event.target.value },
          editName(part, "headerName"),
        )
      }
    />
  );
};

/** The controls of an action: its field, its kind, and its operands. */
export const ActionForm = (props: ActionFormProps) => {
  const { part } = props;
  return (
    <SentenceForm {...props}>
      <OtherFieldScope part={part} />
      <MatchedOnly part={part} />
      <HeaderName part={part} />
    </SentenceForm>
  );
};
