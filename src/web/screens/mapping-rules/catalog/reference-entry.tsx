import type { DataTypeHandle } from "#contract/handles.ts";
import type { OperandSpec } from "#rules/operands.ts";
import { operandKinds } from "#rules/operands.ts";
import { typeWords } from "#rule-model/workflow/workflow-index.ts";
import type { ReferenceEntry } from "./reference-entries.ts";

/** The name of an operand in the sentence. */
const nameOperand = (spec: OperandSpec | undefined): string =>
  spec?.kind === "field" ? "Other field" : (spec?.label ?? "");

/** The sentence with its places named: “Field contains Text, any case”. */
const Sentence = ({ entry }: { entry: ReferenceEntry }) => (
  <span>
    {entry.sentence.split(/(\{(?:field|[1-4])\})/).map((part, at) => {
      const place = /^\{(field|[1-4])\}$/.exec(part)?.[1];
      const name =
        place === "field" ? "Field" : place && nameOperand(entry.operands[Number(place) - 1]);
      // The parts of a constant sentence never change places.
      return name ? <var key={`${at}${part}`}>{name}</var> : part;
    })}
  </span>
);

const Operands = ({ specs }: { specs: readonly OperandSpec[] }) => (
  <ul className="reference__operands">
    {specs.map(({ kind, label, whenEmpty, usable }) => (
      <li key={label}>
        <var>{nameOperand({ kind, label })}</var>: {usable?.noun ?? operandKinds[kind].words}
        {whenEmpty !== undefined && <span className="faint">; if empty: {whenEmpty}</span>}
      </li>
    ))}
  </ul>
);

const TypedOperands = ({
  type,
  specs,
}: {
  type: DataTypeHandle;
  specs: readonly OperandSpec[];
}) => (
  <div>
    <span className="faint">For {typeWords(type, type).toLowerCase()}:</span>
    <Operands specs={specs} />
  </div>
);

/** The full description of one comparator or action. */
export const ReferenceEntryView = ({
  entry,
  pointedAt,
}: {
  entry: ReferenceEntry;
  /** True where the address names it. */
  pointedAt: boolean;
}) => {
  const { handle, label, explanation, operands, operandsByType, missing, notes, types } = entry;
  return (
    <article
      className="reference__entry"
      id={handle}
      aria-labelledby={`${handle}-name`}
      aria-current={pointedAt || undefined}
    >
      <header>
        <h4 id={`${handle}-name`}>{label}</h4>
        <a className="reference__handle" href={`#${handle}`} title="Link to this entry">
          <code>{handle}</code>
        </a>
      </header>
      <div className="reference__facts">
        <p>{explanation}</p>
        <p className="reference__reads">
          <Sentence entry={entry} />
        </p>
        <dl>
          {operands.length > 0 && (
            <div>
              <dt>Takes</dt>
              <dd>
                <Operands specs={operands} />
                {operandsByType.map(([type, specs]) => (
                  <TypedOperands key={type} type={type} specs={specs} />
                ))}
              </dd>
            </div>
          )}
          <div>
            <dt>Missing value</dt>
            <dd>{missing}</dd>
          </div>
          {notes.length > 0 && (
            <div>
              <dt>Notes</dt>
              <dd>{notes.join(" ")}</dd>
            </div>
          )}
          <div>
            <dt>Example</dt>
            <dd>{entry.example}</dd>
          </div>
          {types.length > 1 && (
            <div>
              <dt>Fields of</dt>
              <dd>{[...new Set(types.map((type) => typeWords(type, type)))].join(", ")}</dd>
            </div>
          )}
        </dl>
      </div>
    </article>
  );
};
