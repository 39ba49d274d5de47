import "./version-choice.css";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { type Choices, findContested, type Difference } from "./field-draft.ts";
import { formatCount, nothing } from "#web/base/format.ts";
import { Notice } from "#web/kit/notice.tsx";
import { SideChoice } from "./side-choice.tsx";

interface VersionChoiceProps {
  /** The name of the record kind within a sentence: "return". */
  noun: string;
  differences: readonly Difference<string>[];
  onResolve: (choices: Choices) => void;
}

const Changed = ({ one, children }: { one: Difference<string>; children: ReactNode }) => (
  <li>
    <strong>{one.label}</strong>
    <span>
      was {one.was || nothing}, is now <strong>{one.now || nothing}</strong>
    </span>
    {children}
  </li>
);

/**
 * Shows both versions, field by field. Nothing is sent from here: the person selects, reviews the result, and saves
 * again.
 */
export const VersionChoice = ({ noun, differences, onResolve }: VersionChoiceProps) => {
  const [choices, setChoices] = useState<Choices>({});
  const open = findContested(differences).filter(({ field }) => choices[field] === undefined);
  return (
    <Notice
      title={`Conflict: this ${noun} has changed`}
      tone="waiting"
      alert
      actions={
        <>
          <Button variant="filled" disabled={open.length > 0} onClick={() => onResolve(choices)}>
            Continue
          </Button>
          {open.length > 0 && <span>Select {formatCount(open.length, "more version")}</span>}
        </>
      }
    >
      {/* Also after a check, when it isn't known whether a change arrived and was changed since. */}
      <p>
        {differences.length > 0
          ? `Your changes are kept. These fields changed after you opened the ${noun}. Where you edited the same field, select a version. Then review the form and save.`
          : "Some of your changes are saved, and the others are kept. Review the form and save."}
      </p>
      <ul className="versions">
        {differences.map((one) => (
          <Changed key={one.field} one={one}>
            {one.mine !== undefined && (
              <SideChoice
                label={<span className="visually-hidden">{one.label}</span>}
                labels={{
                  theirs: `Keep their version: ${one.now || nothing}`,
                  mine: `Use your version: ${one.mine || nothing}`,
                }}
                chosen={choices[one.field]}
                onChoose={(side) => setChoices({ ...choices, [one.field]: side })}
              />
            )}
          </Changed>
        ))}
      </ul>
    </Notice>
  );
};
