import "./key-list.css";
import { Kbd } from "@mantine/core";

/** Keys and what they do. */
export type Keys = readonly (readonly [keys: string, act: string])[];

/** Lists keys with what they do. */
export const KeyList = ({ keys }: { keys: Keys }) => (
  <dl className="key-list">
    {keys.map(([key, act]) => (
      <div key={key}>
        <dt>
          <Kbd>{key}</Kbd>
        </dt>
        <dd>{act}</dd>
      </div>
    ))}
  </dl>
);
