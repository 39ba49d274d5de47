import "./unit-bar.css";
import { formatQuantity } from "#web/base/format.ts";
import { type ItemUnits, type UnitState, unitLabels } from "./item-units.ts";

const describeUnits = ({ ordered, parts, beyond }: ItemUnits): string =>
  [
    `${formatQuantity(ordered)} ordered`,
    ...parts.map(({ state, units }) => `${formatQuantity(units)} ${unitLabels[state]}`),
    ...(beyond > 0 ? [`${formatQuantity(beyond)} more than ordered`] : []),
  ].join(", ");

/** An item's units by state, as one bar; the text below it says the same. */
export const UnitBar = ({ units }: { units: ItemUnits }) => (
  <div className="unit-bar">
    <div className="unit-bar__bar" role="img" aria-label={describeUnits(units)}>
      {units.parts.map((part) => (
        <span key={part.state} data-state={part.state} style={{ flexGrow: part.units }} />
      ))}
    </div>
    <div className="unit-bar__words" aria-hidden="true">
      {units.parts.length === 0
        ? "No units ordered"
        : units.parts.map((part) => (
            <span key={part.state}>
              {formatQuantity(part.units)} {unitLabels[part.state]}
            </span>
          ))}
      {units.beyond > 0 && (
        <strong className="unit-bar__beyond">
          {formatQuantity(units.beyond)} more than ordered
        </strong>
      )}
    </div>
  </div>
);

/** The legend of the bars. */
export const UnitLegend = () => (
  <ul className="unit-legend" aria-label="Legend">
    {(Object.keys(unitLabels) as UnitState[]).map((state) => (
      <li key={state}>
        <span data-state={state} aria-hidden="true" />
        {unitLabels[state]}
      </li>
    ))}
  </ul>
);
