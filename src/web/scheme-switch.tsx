import { useId } from "react";
import { type Scheme, schemes, useScheme } from "./ui/scheme.ts";

const labels: Record<Scheme, string> = { light: "Light", dark: "Dark", auto: "Auto" };

/** Light, dark, or as the system has it. */
export const SchemeSwitch = () => {
  const [chosen, choose] = useScheme();
  const name = useId();
  return (
    <fieldset className="scheme-switch">
      <legend className="visually-hidden">Colours</legend>
      {schemes.map((scheme) => (
        <label key={scheme}>
          <input
            type="radio"
            name={name}
            checked={chosen === scheme}
            onChange={() => choose(scheme)}
          />
          <span>{labels[scheme]}</span>
        </label>
      ))}
    </fieldset>
  );
};
