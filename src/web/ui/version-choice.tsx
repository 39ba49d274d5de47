import "./version-choice.css";
import { useState } from "react";
import { type Choices, contested, type Difference } from "./field-draft.ts";
import { nothing } from "./format.ts";
import { Notice } from "./notice.tsx";

interface VersionChoiceProps {
  /** What the record is called in the middle of a sentence: "return". */
  noun: string;
  differences: readonly Difference<string>[];
  onResolve: (choices: Choices) => void;
}

type Side = "theirs" | "mine";

const Choice = ({
  one,
  chosen,
  choose,
}: {
  one: Difference<string>;
  chosen: Side | undefined;
  choose: (side: Side) => void;
}) => (
  <fieldset>
    <legend className="visually-hidden">{one.label}</legend>
    {(["theirs", "mine"] as const).map((side) => (
      <label key={side} className="check">
        <input
          type="radio"
          name={`version-${one.field}`}
          checked={chosen === side}
          onChange={() => choose(side)}
        />
        <span>
          {side === "theirs"
            ? `Keep what is there: ${one.now || nothing}`
            : `Send what you typed: ${one.mine || nothing}`}
        </span>
      </label>
    ))}
  </fieldset>
);

const heads = ["What", "Was", "Is now", "Yours"];

/** Both versions, field by field. Nothing is sent from here: the person chooses, looks at the result, and saves again. */
export const VersionChoice = ({ noun, differences, onResolve }: VersionChoiceProps) => {
  const [choices, setChoices] = useState<Choices>({});
  const open = contested(differences).filter(({ field }) => choices[field] === undefined);
  return (
    <Notice
      title={`This ${noun} was changed meanwhile`}
      tone="waiting"
      alert
      actions={
        <button
          type="button"
          className="button"
          data-kind="primary"
          disabled={open.length > 0}
          onClick={() => onResolve(choices)}
        >
          {open.length > 0 ? `Choose ${open.length} more` : "Go on with this"}
        </button>
      }
    >
      <p>
        Nothing was sent. This is what changed since your version of the {noun} was read. Where you
        typed something else, choose; then look at the form again and save.
      </p>
      <div className="versions">
        <table>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col" className="label">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {differences.map((one) => (
              <tr key={one.field}>
                <th scope="row">{one.label}</th>
                <td>{one.was || nothing}</td>
                <td>{one.now || nothing}</td>
                <td>
                  {one.mine === undefined ? (
                    "You did not change this"
                  ) : (
                    <Choice
                      one={one}
                      chosen={choices[one.field]}
                      choose={(side) => setChoices({ ...choices, [one.field]: side })}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Notice>
  );
};
