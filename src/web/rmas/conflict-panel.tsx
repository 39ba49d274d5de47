import { useState } from "react";
import { Notice } from "#web/ui/notice.tsx";
import { type Choices, contested, type Difference, keyOf } from "./conflict.ts";

interface ConflictPanelProps {
  differences: readonly Difference[];
  onResolve: (choices: Choices) => void;
}

const sides = ["theirs", "mine"] as const;

const Choice = ({
  one,
  chosen,
  choose,
}: {
  one: Difference;
  chosen: string | undefined;
  choose: (side: "mine" | "theirs") => void;
}) => (
  <fieldset className="conflict__choice">
    <legend className="visually-hidden">{one.place}</legend>
    {sides.map((side) => (
      <label key={side} className="check">
        <input
          type="radio"
          name={keyOf(one)}
          checked={chosen === side}
          onChange={() => choose(side)}
        />
        {side === "theirs"
          ? `Keep what is there: ${one.now || "–"}`
          : `Send what you typed: ${one.mine || "–"}`}
      </label>
    ))}
  </fieldset>
);

/** Both versions, field by field. Nothing is sent from here: the person chooses, looks at the result, and saves again. */
export const ConflictPanel = ({ differences, onResolve }: ConflictPanelProps) => {
  const [choices, setChoices] = useState<Choices>({});
  const open = contested(differences).filter((one) => choices[keyOf(one)] === undefined);
  return (
    <Notice
      title="This RMA was changed meanwhile"
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
        Nothing was sent. Below is what changed since this screen read the RMA. Where you typed
        something else, choose; then look at the lines again and save.
      </p>
      <div className="conflict">
        <table>
          <thead>
            <tr>
              <th scope="col" className="label">
                Where
              </th>
              <th scope="col" className="label">
                Was
              </th>
              <th scope="col" className="label">
                Is now
              </th>
              <th scope="col" className="label">
                Yours
              </th>
            </tr>
          </thead>
          <tbody>
            {differences.map((one) => (
              <tr key={keyOf(one)}>
                <th scope="row">{one.place}</th>
                <td>{one.was || "–"}</td>
                <td>{one.now || "–"}</td>
                <td>
                  {one.mine === undefined ? (
                    "You did not change this"
                  ) : (
                    <Choice
                      one={one}
                      chosen={choices[keyOf(one)]}
                      choose={(side) => setChoices({ ...choices, [keyOf(one)]: side })}
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
